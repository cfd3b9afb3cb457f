import { createContext, Suspense, use, type ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import type { CurrentUser } from '#shared/api/auth.ts';
import { useAuth } from '../features/auth/auth-provider.tsx';
import type { AppearanceFieldsProps } from '../features/preferences/components/AppearanceFields.tsx';
import { Pages } from './pages.ts';

/** The appearance settings and the function that changes them; null outside the signed-in layout. */
export const AppearanceContext = createContext<AppearanceFieldsProps | null>(null);

/** Renders a page with the signed-in user. */
export function WithUser({ children }: { children: (user: CurrentUser) => ReactNode }) {
  const { user } = useAuth();
  return user && children(user);
}

/** /profile and /profile/{id}; the member's own by either address. */
export function ProfilePage() {
  const { user } = useAuth();
  const { id } = useParams();
  return user && <Pages.Profile user={user} id={id === undefined || id === user.id ? null : id} />;
}

/** /help in the user's role; a visitor's is that of a student. */
export function HelpPage() {
  const { user } = useAuth();
  return <Pages.Help role={user?.role ?? 'student'} userId={user?.id ?? null} />;
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
