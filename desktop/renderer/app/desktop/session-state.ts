import type { QueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import type { CurrentUser } from '#shared/api/auth.ts';
import { sessionQuery } from '../../lib/me.ts';

/** The session as the parts of the desktop app outside of the pages see it. */
interface SessionState {
  /** Undefined until it is known, null when no one is signed in. */
  user: CurrentUser | null | undefined;
  /** True from the first failed request for it until it is known, also while it is requested again. */
  isUnreachable: boolean;
}

/** Returns the session and follows it. It is loaded by the pages. */
export function useSessionState(client: QueryClient): SessionState {
  const follow = useCallback(
    (onChange: () => void) =>
      // Other events can occur while a component renders, when no other may be updated.
      client.getQueryCache().subscribe(({ type }) => {
        if (type === 'updated' || type === 'removed') onChange();
      }),
    [client],
  );
  const state = useSyncExternalStore(follow, () => client.getQueryState<CurrentUser | null>(sessionQuery.queryKey));
  const user = state?.data;
  return { user, isUnreachable: user === undefined && (state?.errorUpdateCount ?? 0) > 0 };
}
