import { useQueryClient } from '@tanstack/react-query';
import clsx from 'clsx';
import { Suspense, useEffect, useState } from 'react';
import { createBrowserRouter, Outlet, ScrollRestoration, useRouteError, useSearchParams } from 'react-router-dom';
import type { RouteObject } from 'react-router-dom';
import { useAuth } from '../features/auth/auth-provider.tsx';
import { NetworkError } from '../lib/http/errors.ts';
import { followWakeUps } from '../lib/live/wake-ups.ts';
import { prefetchPages } from '../lib/page/prefetch.ts';
import { isCodeLost, renewPage, type Renewal } from '../lib/page/stale-code.ts';
import { ErrorFallback } from '../screens/ErrorFallback.tsx';
import { FullScreenSpinner } from '../ui/FullScreenSpinner.tsx';
import { LateNavigation, useIsLate, useLateNavigation, type AppRouter } from './late-navigation.ts';
import { LibraryGuard, MEMBER_ROLES, RequireAuth, RequireRole, VisitorsOnly } from './guards.tsx';
import { Pages, PREFETCH_PAGES } from './pages.ts';
import { PublicLayout } from './public/PublicLayout.tsx';
import { HelpPage, ProfilePage, SettingsPage, WithUser } from './signed-in-pages.tsx';

/** The routes of member pages; creators see Access Restricted. */
const MEMBER_ROUTES: RouteObject[] = [
  { path: '/home', element: <Pages.Home /> },
  { path: '/chat', element: <WithUser>{(user) => <Pages.Chat user={user} />}</WithUser> },
  { path: '/profile', element: <ProfilePage /> },
  { path: '/profile/:id', element: <ProfilePage /> },
  { path: '/settings', element: <SettingsPage /> },
  { path: '/analytics', element: <Pages.Analytics /> },
  { path: '/students', element: <WithUser>{(user) => <Pages.Students role={user.role} />}</WithUser> },
  { path: '/courses', element: <WithUser>{(user) => <Pages.Courses user={user} />}</WithUser> },
  { path: '/connections', element: <Pages.Connections view="requests" /> },
  { path: '/connections/suggestions', element: <Pages.Connections view="suggestions" /> },
  { path: '/connections/all', element: <Pages.Connections view="all" /> },
];

/** Every route of the app, below the root. */
const ROUTES: RouteObject[] = [
  {
    element: <PublicLayout />,
    children: [
      {
        element: <OnDemand />,
        errorElement: <RouteError />,
        children: [
          { element: <VisitorsOnly />, children: [{ path: '/', element: <StartPage /> }] },
          { path: '/auth', element: <Pages.Auth /> },
          { path: '/privacy-policy', element: <Pages.Privacy /> },
          { path: '/terms-of-service', element: <Pages.Terms /> },
        ],
      },
    ],
  },
  {
    element: <OwnLayout />,
    children: [
      {
        element: <OnDemand />,
        errorElement: <RouteError />,
        children: [{ path: '*', element: <Pages.NotFound /> }],
      },
    ],
  },
  {
    element: <RequireAuth />,
    children: [
      {
        element: <SignedIn />,
        children: [
          {
            element: <OnDemand />,
            errorElement: <RouteError />,
            children: [
              { element: <RequireRole roles={MEMBER_ROLES} />, children: MEMBER_ROUTES },
              {
                element: <LibraryGuard />,
                children: [
                  {
                    path: '/library',
                    element: <WithUser>{(user) => <Pages.Library user={user} />}</WithUser>,
                  },
                ],
              },
              {
                path: '/help',
                element: <HelpPage />,
              },
            ],
          },
        ],
      },
    ],
  },
];

/** Creates the router. */
export function createRouter(): AppRouter {
  const router: AppRouter = createBrowserRouter([
    { element: <Root router={() => router} />, errorElement: <RouteError />, children: ROUTES },
  ]);
  return router;
}

function Root({ router }: { router: () => AppRouter }) {
  const client = useQueryClient();
  const isLate = useLateNavigation(router());
  const isSignedIn = useAuth().user !== null;
  // A visitor can open none of the four.
  useEffect(() => (isSignedIn ? prefetchPages(client, PREFETCH_PAGES) : undefined), [client, isSignedIn]);
  return (
    <LateNavigation value={isLate}>
      <Outlet />
      <ScrollRestoration />
    </LateNavigation>
  );
}

/** The landing page, or with `?item=` the public page of an item. */
function StartPage() {
  const [search] = useSearchParams();
  const itemId = search.get('item');
  return itemId === null ? <Pages.Landing /> : <Pages.PublicItem key={itemId} itemId={itemId} />;
}

/**
 * As high as the window, so that a footer does not move when the page appears. It is faded in after 150 ms, unless that
 * long has passed already.
 */
function LoadingPage({ isLate = false }: { isLate?: boolean }) {
  return (
    <p role="status" className={clsx('min-h-dvh p-8 text-center text-text-muted', !isLate && 'animate-late')}>
      Loading page...
    </p>
  );
}

/** Shows a placeholder while the code of a page loads: at the first page, and when a navigation takes long. */
function OnDemand() {
  const isLate = useIsLate();
  return <Suspense fallback={<LoadingPage />}>{isLate ? <LoadingPage isLate /> : <Outlet />}</Suspense>;
}

/** The signed-in layout; visitors see the page inside the public one. */
function SignedIn() {
  const { user, logout } = useAuth();
  if (!user) return <Outlet />;
  return (
    <Suspense fallback={<LoadingPage />}>
      {user.mustSetUpTwoFactor ? <Pages.RequiredTwoFactor onLogOut={() => void logout()} /> : <Pages.SignedIn />}
    </Suspense>
  );
}

/** The layout of members for members, and the public one for visitors. */
function OwnLayout() {
  const { user, isLoading, wasSignedIn } = useAuth();
  if (user) return <SignedIn />;
  return isLoading && wasSignedIn ? <FullScreenSpinner /> : <PublicLayout />;
}

/** How often a page whose code could not be loaded looks for the server, in milliseconds. */
const RENEW_EVERY_MS = 5_000;

/**
 * Shows a page's failure with a reload button. When the page's code could not be loaded, because a new version removed
 * it or the server was away, it reloads as soon as the server responds: the browser does not retry a failed import.
 */
function RouteError() {
  const error = useRouteError();
  const isLost = isCodeLost(error);
  const [renewal, setRenewal] = useState<Renewal>('reloads');
  const isUnreachable = isLost && renewal === 'unreachable';
  useEffect(() => {
    if (isLost) void renewPage().then(setRenewal);
  }, [isLost]);
  useEffect(() => {
    if (!isUnreachable) return undefined;
    const again = (): void => void renewPage().then(setRenewal);
    const stop = followWakeUps(again);
    const timer = setInterval(again, RENEW_EVERY_MS);
    return () => {
      stop();
      clearInterval(timer);
    };
  }, [isUnreachable]);
  if (isLost && renewal === 'reloads') return <LoadingPage />;
  const failure = error instanceof Error ? error : new Error(String(error));
  const shown = isLost ? new NetworkError() : failure;
  return <ErrorFallback error={shown} onRetry={() => globalThis.location.reload()} />;
}
