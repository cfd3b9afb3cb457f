import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation, type createBrowserRouter } from 'react-router-dom';

/** The router of the app. */
export type AppRouter = ReturnType<typeof createBrowserRouter>;

/** How long a navigation may show the former page, in milliseconds. */
const LATE_MS = 150;

/** Whether a navigation is late; given by the root of the routes. */
export const LateNavigation = createContext(false);

/** Returns whether a navigation has shown the former page for 150 ms, and still does. */
export function useIsLate(): boolean {
  return use(LateNavigation);
}

/**
 * Follows the router. It renders a navigation in a transition, in which React keeps the former page until the code of
 * the next one is loaded; the router's own state is that of the next page already.
 */
export function useLateNavigation(router: AppRouter): boolean {
  const { key: shown } = useLocation();
  const wanted = useSyncExternalStore(router.subscribe, () => router.state.location.key);
  const isPending = wanted !== shown;
  // The page that was shown too long, so that a second click during a late navigation does not show it again.
  const [lateAfter, setLateAfter] = useState<string | null>(null);
  useEffect(() => {
    if (!isPending) return undefined;
    const timer = setTimeout(() => setLateAfter(shown), LATE_MS);
    return () => clearTimeout(timer);
  }, [isPending, shown]);
  return isPending && lateAfter === shown;
}
