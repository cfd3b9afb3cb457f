import { createContext, use } from 'react';
import { useParams } from 'react-router-dom';
import { useAuth } from '../features/auth/auth-provider.tsx';
import type { AppearanceFieldsProps } from '../features/preferences/components/AppearanceFields.tsx';
import type { ConnectionsView } from '../screens/ConnectionsScreen.tsx';
import { Pages } from './pages.ts';

/** The looks that the signed-in frame holds, and the function that changes them; null outside it. */
export const AppearanceContext = createContext<AppearanceFieldsProps | null>(null);

/** /library in the member's role. */
export function LibraryPage() {
  const { user } = useAuth();
  return user && <Pages.Library role={user.role} />;
}

/** /help in the member's role. */
export function HelpPage() {
  const { user } = useAuth();
  return user && <Pages.Help role={user.role} />;
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

/** /settings in the member's role, over the looks that the frame holds. */
export function SettingsPage() {
  const { user, leave } = useAuth();
  const looks = use(AppearanceContext);
  return user && looks && <Pages.Settings role={user.role} userId={user.id} onLeave={leave} {...looks} />;
}
