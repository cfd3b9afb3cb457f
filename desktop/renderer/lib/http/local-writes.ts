import type { DataTag, Query, QueryCacheNotifyEvent, QueryClient, QueryKey } from '@tanstack/react-query';
import { SECOND_MS } from '#shared/time.ts';

/** How often writes to its data restart one fetch; beyond it, the fetch ends and is repeated later. */
const RESTARTS_MAX = 3;
const restarts = new WeakMap<Query, number>();
/** How long the repeat of such a fetch waits, so that data that changes all the time is not fetched all the time. */
const REPEAT_AFTER_MS = 5 * SECOND_MS;

/**
 * Protects data that is written while it is being fetched: the response may be older than the write and would undo it.
 * Such a fetch starts again. Covers every write to the cache, by responses, optimistic changes and pushes, and every
 * invalidation during a first fetch: React Query starts only later ones again (`cancelRefetch`), and takes the response
 * of a first one for new.
 */
export function protectLocalWrites(client: QueryClient): void {
  const repeats = new Set<string>();
  const repeatLater = ({ queryKey, queryHash }: Query): void => {
    if (repeats.has(queryHash)) return;
    repeats.add(queryHash);
    setTimeout(() => {
      repeats.delete(queryHash);
      void client.invalidateQueries({ queryKey, exact: true });
    }, REPEAT_AFTER_MS);
  };
  client.getQueryCache().subscribe((event) => {
    const { query } = event;
    if (event.type === 'updated' && event.action.type === 'invalidate') restartFirst(query);
    if (!isSuccess(event)) return;
    if (isLocal(event)) {
      if (query.state.fetchStatus === 'fetching') restart(query);
    } else {
      if ((restarts.get(query) ?? 0) > RESTARTS_MAX) repeatLater(query);
      restarts.delete(query);
    }
  });
}

/** Starts the first fetches of a key again: a write has changed what they fetch, and there is no data to write to. */
export function restartFirstFetches(client: QueryClient, queryKey: QueryKey): void {
  for (const query of client.getQueryCache().findAll({ queryKey })) restartFirst(query);
}

/**
 * Shows an optimistic change, also in data that is fetched before the server has stored it. `show` changes the cache
 * and can run again. Returns the function that ends it.
 */
export function showUntilStored(client: QueryClient, show: () => void): () => void {
  show();
  return client.getQueryCache().subscribe((event) => {
    if (isSuccess(event) && !isLocal(event)) show();
  });
}

/** An optimistic change of a record. */
interface ShownRecord {
  /** Restores the fields that no later change has changed again. */
  undo: () => void;
  /** Ends the change: the server has stored or rejected it. */
  end: () => void;
}

/** Shows an optimistic change of a cached record as {@link showUntilStored}; does nothing while none is cached. */
export function showRecord<Data extends object>(
  client: QueryClient,
  queryKey: DataTag<QueryKey, Data, Error>,
  change: (record: Data) => Data,
): ShownRecord {
  const before = client.getQueryData<Data>(queryKey);
  const end = showUntilStored(client, () =>
    client.setQueryData<Data>(queryKey, (now) => {
      const next = now && change(now);
      return now && isEqual(now, next) ? now : next;
    }),
  );
  const shown = before && change(before);
  const undone = (now: Data): Data => {
    if (!before || !shown) return now;
    const fields = (Object.keys(shown) as (keyof Data)[]).filter(
      (field) => !isEqual(shown[field], before[field]) && isEqual(now[field], shown[field]),
    );
    return { ...now, ...Object.fromEntries(fields.map((field) => [field, before[field]])) };
  };
  return {
    undo: () => {
      end();
      client.setQueryData<Data>(queryKey, (now) => now && undone(now));
    },
    end,
  };
}

function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Starts the first fetch of a query again; does nothing when there is data. */
function restartFirst(query: Query): void {
  if (query.state.data !== undefined || query.state.fetchStatus !== 'fetching') return;
  // The next invalidation must be reported as well.
  query.setState({ isInvalidated: false });
  restart(query);
}

/**
 * Starts a running fetch again, at most so often. Its callers receive the new data; of a list only the page that was
 * being fetched.
 */
function restart(query: Query): void {
  const count = restarts.get(query) ?? 0;
  restarts.set(query, count + 1);
  if (count >= RESTARTS_MAX) return;
  const { fetchMeta } = query.state;
  void query.cancel({ silent: true });
  query.fetch(undefined, fetchMeta ? { meta: fetchMeta } : {}).catch(() => undefined);
}

type Success = QueryCacheNotifyEvent & { type: 'updated'; action: { type: 'success' } };

function isSuccess(event: QueryCacheNotifyEvent): event is Success {
  return event.type === 'updated' && event.action.type === 'success';
}

/** Returns whether data was set by the page, not fetched. */
function isLocal({ action }: Success): boolean {
  return 'manual' in action && action.manual === true;
}
