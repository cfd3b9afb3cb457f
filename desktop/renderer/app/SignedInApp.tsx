import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { Provider, useSelector } from 'react-redux';
import { Outlet } from 'react-router-dom';
import type { CurrentUser } from '#shared/api/auth.ts';
import { useAuth } from '../features/auth/auth-provider.tsx';
import { NotificationBell } from '../features/notifications/components/NotificationBell.tsx';
import { unreadMessagesQuery } from '../features/messages/api/queries.ts';
import { forgetUnsent } from '../features/messages/own-outbox.ts';
import { useAppearance } from '../features/preferences/hooks/use-appearance.ts';
import { liveLink } from '../lib/live.ts';
import { goLive } from './live.ts';
import { Shell } from './shell/Shell.tsx';
import { AppearanceContext, CreatorSettings } from './signed-in-pages.tsx';
import { createStore, setConnectionStatus } from './store.ts';
import type { AppState, AppStore } from './store.ts';

/** The frame of the signed-in pages with what only members load: the store, the live link, the saved looks. */
export function SignedInApp() {
  const { user } = useAuth();
  const [store] = useState(createStore);
  return (
    user && (
      <Provider store={store}>
        <Frame user={user} store={store} />
      </Provider>
    )
  );
}

function Frame({ user, store }: { user: CurrentUser; store: AppStore }) {
  const { logout } = useAuth();
  const client = useQueryClient();
  const [appearance, onAppearanceChange] = useAppearance();
  const status = useSelector((state: AppState) => state.connection.status);

  const { data: waiting } = useQuery({ ...unreadMessagesQuery, enabled: user.role !== 'creator' });
  const counts = { '/chat': (waiting?.total ?? user.unread.messages) + (waiting?.requests ?? 0) };
  const looks = useMemo(() => ({ appearance, onChange: onAppearanceChange }), [appearance, onAppearanceChange]);

  useEffect(() => {
    const stopStatus = liveLink.onStatus((next) => store.dispatch(setConnectionStatus(next)));
    const stopLive = goLive({ link: liveLink, client, userId: user.id });
    return () => {
      stopLive();
      stopStatus();
    };
  }, [client, store, user.id]);

  return (
    <Shell
      user={user}
      appearance={appearance}
      onAppearanceChange={onAppearanceChange}
      onSignOut={() => {
        forgetUnsent(user.id);
        void logout();
      }}
      connection={status === 'off' ? 'live' : status}
      onReconnect={() => liveLink.reconnect()}
      counts={counts}
      notifications={<NotificationBell userId={user.id} />}
    >
      <AppearanceContext value={looks}>
        <Outlet />
        <CreatorSettings />
      </AppearanceContext>
    </Shell>
  );
}
