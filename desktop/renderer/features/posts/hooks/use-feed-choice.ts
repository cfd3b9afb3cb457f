import { useCallback, useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { POST_SORTS, type PostSort } from '#shared/api/posts.ts';
import { readStored, writeStored } from '../../../lib/storage/device-store.ts';
import { FEEDS, type FeedName, type FeedScope } from '../feed.ts';

function toScope(text: string | null): FeedScope | undefined {
  return FEEDS.find((name): name is FeedScope => name === text && !name.endsWith('-top'));
}

function toSort(text: string | null): PostSort | undefined {
  return POST_SORTS.find((sort) => sort === text);
}

/**
 * Returns the feed that the URL names, else the last choice between All and Network on this device, else Network for a
 * user with connections and All without. The order of posts is stored on this device too.
 */
export function useFeedChoice(user: { id: string; connectionCount: number }) {
  const [params, setParams] = useSearchParams();
  const namedScope = toScope(params.get('scope'));
  const namedSort = toSort(params.get('sort'));
  const scope =
    namedScope ?? toScope(readStored(`feed-scope:${user.id}`)) ?? (user.connectionCount > 0 ? 'network' : 'all');
  const sort = namedSort ?? toSort(readStored(`feed-sort:${user.id}`)) ?? 'recent';
  useEffect(() => {
    if (namedScope === 'all' || namedScope === 'network') writeStored(`feed-scope:${user.id}`, namedScope);
    if (namedSort !== undefined) writeStored(`feed-sort:${user.id}`, namedSort);
  }, [namedScope, namedSort, user.id]);
  const chooseScope = useCallback(
    (next: FeedScope) => setParams({ scope: next }, { preventScrollReset: true }),
    [setParams],
  );
  const chooseSort = useCallback(
    (next: PostSort) => {
      // Stored before the URL changes, because the user may leave the page first.
      writeStored(`feed-sort:${user.id}`, next);
      setParams({ scope, sort: next }, { preventScrollReset: true });
    },
    [setParams, scope, user.id],
  );
  const isTop = sort === 'top' && (scope === 'all' || scope === 'network');
  const name: FeedName = isTop ? `${scope}-top` : scope;
  return { scope, sort, name, chooseScope, chooseSort };
}
