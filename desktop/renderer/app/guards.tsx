import { Navigate, Outlet, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import type { Role } from '#shared/api/endpoint.ts';
import { useAuth } from '../features/auth/auth-provider.tsx';
import { startPathOf } from '../features/auth/roles.ts';
import { describeFailure } from '../lib/http/failure.ts';
import { lazily } from '../lib/lazily.tsx';
import { itemPath } from '../lib/page/item-path.ts';
import type { ViewState } from '../lib/use-count-view.ts';
import { PublicLayout } from './public/PublicLayout.tsx';
import { ErrorPanel } from '../ui/ErrorPanel.tsx';
import { FullScreenSpinner } from '../ui/FullScreenSpinner.tsx';

const AccessRestrictedScreen = lazily(
  async () => (await import('../screens/AccessRestrictedScreen.tsx')).AccessRestrictedScreen,
);
const LibraryBanner = lazily(async () => (await import('./LibraryBanner.tsx')).LibraryBanner);

const FROM_PUBLIC_PAGE: ViewState = { source: 'public' };

/** The roles of the member pages. */
export const MEMBER_ROLES: readonly Role[] = ['student', 'teacher', 'institution'];

/**
 * Requires a signed-in user; redirects others to /auth, which returns them after sign-in. Help is public, since it
 * explains how to sign in. Shows a spinner while the session loads. Pages are remounted when the user changes.
 */
export function RequireAuth() {
  const { user, isLoading, error, retry, hasLoggedOut } = useAuth();
  const location = useLocation();
  if (user) return <Outlet key={user.id} />;
  if (isLoading) return <FullScreenSpinner />;
  if (error !== null && location.pathname !== '/help') {
    return (
      <main className="mx-auto flex min-h-dvh w-full max-w-lg flex-col justify-center p-5">
        <h1 className="sr-only">Lyceum cannot be reached</h1>
        <ErrorPanel {...describeFailure(error)} onRetry={retry} />
      </main>
    );
  }
  if (location.pathname === '/help') return <PublicLayout />;
  const path = `${location.pathname}${location.search}${location.hash}`;
  return <Navigate to={hasLoggedOut ? '/auth' : `/auth?next=${encodeURIComponent(path)}`} replace />;
}

/** Router state of a redirect from /home, which the Library explains. */
interface RestrictedState {
  restrictedFrom: string;
}

/**
 * Requires one of the roles; others see Access Restricted. A creator at /home is redirected to the Library, and one at
 * the page of an item in Courses, whose address members send to each other, to the item in the Library.
 */
export function RequireRole({ roles }: { roles: readonly Role[] }) {
  const { user } = useAuth();
  const { pathname, search } = useLocation();
  if (!user) return null;
  if (roles.includes(user.role)) return <Outlet />;
  if (user.role === 'creator' && pathname === '/home') {
    return <Navigate to="/library" replace state={{ restrictedFrom: '/home' } satisfies RestrictedState} />;
  }
  const itemId = new URLSearchParams(search).get('item');
  if (user.role === 'creator' && pathname === '/courses' && itemId !== null) {
    return <Navigate to={itemPath(itemId, user.role)} replace />;
  }
  return <AccessRestrictedScreen role={user.role} />;
}

/** Shows the Library to all roles, with a banner for a creator redirected from /home. */
export function LibraryGuard() {
  const { user } = useAuth();
  const { state } = useLocation() as { state: Partial<RestrictedState> | null };
  const navigate = useNavigate();
  const isSentHere = user?.role === 'creator' && state?.restrictedFrom !== undefined;
  return (
    <>
      {isSentHere && <LibraryBanner onDismiss={() => void navigate('/library', { replace: true, state: null })} />}
      <Outlet />
    </>
  );
}

/** Leads signed-in users from the landing page to their role's start, and from an item's public page to the item. */
export function VisitorsOnly() {
  const { user, isLoading, wasSignedIn } = useAuth();
  const [search] = useSearchParams();
  const itemId = search.get('item');
  if (user && itemId !== null) return <Navigate to={itemPath(itemId, user.role)} state={FROM_PUBLIC_PAGE} replace />;
  if (user) return <Navigate to={startPathOf(user.role)} replace />;
  return isLoading && wasSignedIn ? <FullScreenSpinner /> : <Outlet />;
}
