import { createContext, Suspense, use } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { useAuth } from '../features/auth/auth-provider.tsx';
import type { AppearanceFieldsProps } from '../features/preferences/components/AppearanceFields.tsx';
import type { ConnectionsView } from '../screens/ConnectionsScreen.tsx';
import { Pages } from './pages.ts';

/** The appearance settings and the function that changes them; null outside the signed-in layout. */
export const AppearanceContext = createContext<AppearanceFieldsProps | null>(null);

/** /library in the member's role. */
export function LibraryPage() {
  const { user } = useAuth();
  return user && <Pages.Library role={user.role} />;
}

/** /help in the member's role. */
export function HelpPage() {
  const { user } = useAuth();
  return user && <Pages.Help role={user.role} userId={user.id} />;
}

/** /profile and /profile/{id}; the member's own by either address. */
export function ProfilePage() {
  const { user } = useAuth();
  const { id } = useParams();
  return user && <Pages.Profile user={user} id={id === undefined || id === user.id ? null : id} />;
}

/** /students in the member's role. */
export function StudentsPage() {
  const { user } = useAuth();
  return user && <Pages.Students role={user.role} />;
}

/** /connections and the two addresses below it. */
export function ConnectionsPage({ view }: { view: ConnectionsView }) {
  return <Pages.Connections view={view} />;
}

/** /chat of the signed-in user. */
export function ChatPage() {
  const { user } = useAuth();
  return user && <Pages.Chat user={user} />;
}

/** /settings in the member's role. */
export function SettingsPage() {
  const { user, leave } = useAuth();
  const looks = use(AppearanceContext);
  return user && looks && <Pages.Settings role={user.role} userId={user.id} onLeave={leave} {...looks} />;
}

/** The settings of a creator, as a dialog above any page, opened by `?settings={section}`. */
export function CreatorSettings() {
  const { user, leave } = useAuth();
  const looks = use(AppearanceContext);
  const [search, setSearch] = useSearchParams();
  const section = search.get('settings');
  if (user?.role !== 'creator' || looks === null || section === null) return null;
  const close = (): void =>
    setSearch((current) => {
      const without = new URLSearchParams(current);
      without.delete('settings');
      return without;
    });
  return (
    <Suspense fallback={null}>
      <Pages.SettingsWindow
        section={section}
        onClose={close}
        role={user.role}
        userId={user.id}
        onLeave={leave}
        {...looks}
      />
    </Suspense>
  );
}
