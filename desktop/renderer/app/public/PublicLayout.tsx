import { use } from 'react';
import { Link, Outlet, useLocation } from 'react-router-dom';
import { useAuth } from '../../features/auth/auth-provider.tsx';
import { startPathOf } from '../../features/auth/roles.ts';
import { QUIET_LINK_CLASSES } from '../../ui/button-classes.ts';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { SkipLink } from '../../ui/SkipLink.tsx';
import { ShellContext } from '../desktop/shell-context.ts';

/** The layout of the public pages: logo, log in and register, and legal links. */
export function PublicLayout() {
  const shell = use(ShellContext);
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      {shell?.banner}
      <header className="sticky top-0 z-20 border-b border-border bg-surface print:static">
        <div className="mx-auto flex h-14 w-full max-w-[72rem] items-center justify-between gap-4 px-5 sm:px-8">
          <Link to="/" className="flex items-center gap-2.5 rounded-md">
            <Logo className="size-7" />
            <span className="font-serif text-lg font-semibold tracking-tight">Lyceum</span>
          </Link>
          <WaysIn />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col outline-none">
        <Outlet />
      </main>
      <footer className="border-t border-border print:hidden">
        <div className="mx-auto flex w-full max-w-[72rem] flex-wrap items-center justify-between gap-x-8 gap-y-3 px-5 py-6 text-text-muted sm:px-8">
          <p>{shell ? shell.serverLine : 'No trackers, nothing loaded from elsewhere.'}</p>
          <nav aria-label="Legal and help" className="flex flex-wrap gap-x-6 gap-y-2">
            <Link to="/privacy-policy" className={`${QUIET_LINK_CLASSES} py-1`}>
              Privacy
            </Link>
            <Link to="/terms-of-service" className={`${QUIET_LINK_CLASSES} py-1`}>
              Terms
            </Link>
            <Link to="/help" className={`${QUIET_LINK_CLASSES} py-1`}>
              Help
            </Link>
          </nav>
        </div>
      </footer>
    </div>
  );
}

function WaysIn() {
  const { user } = useAuth();
  const { pathname, search } = useLocation();
  if (user) {
    const start = startPathOf(user.role);
    return (
      <ButtonLink to={start} size="sm">
        {start === '/home' ? 'Go to Home' : 'Go to Library'}
      </ButtonLink>
    );
  }
  if (pathname === '/auth') return null;
  // Sign-in returns to the item.
  const next = pathname === '/' && search !== '' ? `next=${encodeURIComponent(pathname + search)}` : '';
  return (
    <nav aria-label="Account" className="flex items-center gap-2">
      <ButtonLink to={`/auth${next === '' ? '' : `?${next}`}`} variant="ghost" size="sm">
        Log in
      </ButtonLink>
      <ButtonLink to={`/auth?mode=register${next === '' ? '' : `&${next}`}`} size="sm">
        Register
      </ButtonLink>
    </nav>
  );
}
