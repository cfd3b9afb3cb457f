import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useMemo } from 'react';
import { Outlet } from 'react-router-dom';
import type { CurrentUser } from '#shared/api/auth.ts';
import type { CallType } from '#shared/api/calls.ts';
import type { UserCard } from '#shared/api/users.ts';
import { useAuth } from '../features/auth/auth-provider.tsx';
import { dial } from '../features/calls/dial.ts';
import { NotificationBell } from '../features/notifications/components/NotificationBell.tsx';
import { unreadMessagesQuery } from '../features/messages/api/queries.ts';
import { removeUnsent } from '../features/messages/session/own-session.ts';
import { useAppearance } from '../features/preferences/hooks/use-appearance.ts';
import { useConnectionStatus } from '../lib/live/connection.ts';
import { liveLink } from '../lib/live/live.ts';
import { store, useAppState } from '../lib/store.ts';
import { goLive } from './live.ts';
import { Pages } from './pages.ts';
import { ModerationProvider } from './ModerationProvider.tsx';
import { Shell } from './shell/Shell.tsx';
import { AppearanceContext, CreatorSettings } from './signed-in-pages.tsx';

/** The frame of the signed-in pages with what only signed-in users load: the live link and their appearance. */
export function SignedInApp() {
  const { user } = useAuth();
  return user && <Frame user={user} />;
}

/** Calls the member whose call the user has missed. */
function callBack({ id, fullName, profileImage }: UserCard, type: CallType): void {
  dial({ id, name: fullName, photo: profileImage }, type);
}

function Frame({ user }: { user: CurrentUser }) {
  const { logout } = useAuth();
  const client = useQueryClient();
  const [appearance, onAppearanceChange] = useAppearance();
  const status = useConnectionStatus();

  const { data: waiting } = useQuery(unreadMessagesQuery);
  // The slice is in the store when the code of calls has loaded, with the first call.
  const hasCalls = useAppState(() => 'calls' in store.getState());
  const chat = user.role === 'creator' ? '/library' : '/chat';
  const counts = { [chat]: (waiting?.total ?? user.unread.messages) + (waiting?.requests ?? 0) };
  const unreadConversations = (waiting?.conversations ?? 0) + (waiting?.requests ?? 0);
  const looks = useMemo(() => ({ appearance, onChange: onAppearanceChange }), [appearance, onAppearanceChange]);

  useEffect(() => goLive({ link: liveLink, client, userId: user.id }), [client, user.id]);

  return (
    <Shell
      user={user}
      appearance={appearance}
      onAppearanceChange={onAppearanceChange}
      onSignOut={() => {
        removeUnsent(user.id);
        void logout();
      }}
      connection={status === 'off' ? 'live' : status}
      onReconnect={() => liveLink.reconnect()}
      counts={counts}
      notifications={
        <NotificationBell
          userId={user.id}
          unreadConversations={unreadConversations}
          onCallBack={user.role === 'creator' ? undefined : callBack}
        />
      }
    >
      <AppearanceContext value={looks}>
        <ModerationProvider>
          <Outlet />
          {hasCalls && (
            <Suspense fallback={null}>
              <Pages.Calls userId={user.id} />
            </Suspense>
          )}
        </ModerationProvider>
        <CreatorSettings />
      </AppearanceContext>
    </Shell>
  );
}
