import { useCallback, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { POST_SCOPES, POST_SORTS, type PostScope, type PostSort } from '#shared/api/posts.ts';
import type { FeedName } from '../feed.ts';

function toScope(text: string | null): PostScope | undefined {
  return POST_SCOPES.find((scope) => scope === text);
}

function toSort(text: string | null): PostSort | undefined {
  return POST_SORTS.find((sort) => sort === text);
}

function recall(place: string, userId: string): string | null {
  try {
    return localStorage.getItem(`feed-${place}:${userId}`);
  } catch {
    return null;
  }
}

function remember(place: string, userId: string, value: string): void {
  try {
    localStorage.setItem(`feed-${place}:${userId}`, value);
  } catch {
    // Only costs a click at the next visit.
  }
}

/** The feed on screen, and the ways to choose another. */
export interface FeedChoice {
  scope: PostScope;
  sort: PostSort;
  name: FeedName;
  chooseScope: (scope: PostScope) => void;
  chooseSort: (sort: PostSort) => void;
}

/**
 * The feed on screen, from the address; without one there, the last choice between All and Network on this device, else
 * Network for who has connections. The order of these two is remembered beside it. Source: decision 10.
 */
export function useFeedChoice(user: { id: string; connectionCount: number }): FeedChoice {
  const [params, setParams] = useSearchParams();
  const namedScope = toScope(params.get('scope'));
  const namedSort = toSort(params.get('sort'));
  const scope = namedScope ?? toScope(recall('scope', user.id)) ?? (user.connectionCount > 0 ? 'network' : 'all');
  const sort = namedSort ?? toSort(recall('sort', user.id)) ?? 'recent';
  useEffect(() => {
    if (namedScope === 'all' || namedScope === 'network') remember('scope', user.id, namedScope);
    if (namedSort !== undefined) remember('sort', user.id, namedSort);
  }, [namedScope, namedSort, user.id]);
  const chooseScope = useCallback(
    (next: PostScope) => setParams({ scope: next }, { preventScrollReset: true }),
    [setParams],
  );
  const chooseSort = useCallback(
    (next: PostSort) => {
      // At once, and not only when the address has followed: the page may be left before.
      remember('sort', user.id, next);
      setParams({ scope, sort: next }, { preventScrollReset: true });
    },
    [setParams, scope, user.id],
  );
  const isTop = sort === 'top' && (scope === 'all' || scope === 'network');
  return { scope, sort, name: isTop ? `${scope}-top` : scope, chooseScope, chooseSort };
}
