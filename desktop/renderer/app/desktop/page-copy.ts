import { dehydrate, hashKey, hydrate } from '@tanstack/react-query';
import type { DehydratedState, Query, QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query';
import type { CurrentUser } from '#shared/api/auth.ts';
import type { PageCopy } from '#shared/bridge/accounts.ts';
import type { Bridge } from '#shared/bridge/contract.ts';
import { PAGE_COPY_LIMITS } from '#shared/page-copy-limits.ts';
import { ApiError, isPassing } from '../../lib/http/errors.ts';
import { liveLink } from '../../lib/live/live.ts';
import { sessionQuery } from '../../lib/me.ts';
import { copiedPart } from './copied-queries.ts';

/** A query in the copy. */
type CopiedQuery = Pick<DehydratedState['queries'][number], 'queryKey' | 'queryHash' | 'queryType'> & {
  data: unknown;
  /** In milliseconds since 1970. */
  updatedAt: number;
};

/** A query as the text that is stored, and when its data was received. */
interface Entry {
  json: string;
  updatedAt: number;
}

const SESSION_HASH = hashKey(sessionQuery.queryKey);
/** Bytes that are left for what main writes before the queries. */
const HEADER_BYTES = 1_024;

/**
 * Copies what the server has sent to the page to the main process, which stores it for a start without a server: soon
 * after a change, but at most every 30 seconds, and when the page is hidden or closed. What an earlier page has copied
 * stays until it is loaded again. Returns a function that ends it.
 */
export function keepPageCopy(
  bridge: Pick<Bridge, 'loadPageCopy' | 'storePageCopy'>,
  client: QueryClient,
  userId: string,
): () => void {
  const copy = new CopiedQueries(client);
  let timer: ReturnType<typeof setTimeout> | undefined;
  let savedAtMs = 0;
  const save = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const stored = copy.take(userId);
    if (stored === null) return;
    savedAtMs = Date.now();
    // What is newer is stored with the next change.
    bridge.storePageCopy(stored).catch(() => undefined);
  };
  const plan = (): void => {
    const { restMs, everyMs } = PAGE_COPY_LIMITS;
    timer ??= setTimeout(save, Math.max(restMs, savedAtMs + everyMs - Date.now()));
  };
  const onHide = (): void => {
    if (document.visibilityState === 'hidden') save();
  };
  const stop = client.getQueryCache().subscribe((event) => {
    if (copy.follow(event)) plan();
  });
  // What was loaded before this function ran.
  if (copy.addLoaded()) plan();
  void bridge.loadPageCopy().then(
    (former) => former?.userId === userId && copy.addFormer(former),
    () => undefined,
  );
  document.addEventListener('visibilitychange', onHide);
  window.addEventListener('pagehide', save);
  return () => {
    clearTimeout(timer);
    stop();
    document.removeEventListener('visibilitychange', onHide);
    window.removeEventListener('pagehide', save);
  };
}

/** The queries of the copy. */
class CopiedQueries {
  private readonly client: QueryClient;
  private readonly entries = new Map<string, Entry>();
  /** Hashes of the queries that have changed since the last copy. */
  private readonly changed = new Set<string>();
  private hasChanged = false;
  private loadedAtMs = 0;

  constructor(client: QueryClient) {
    this.client = client;
  }

  /** Follows a change of the cache. Returns true when the copy has to be stored again. */
  follow(event: QueryCacheNotifyEvent): boolean {
    if (event.type !== 'updated') return false;
    const { query, action } = event;
    if (action.type === 'error') return this.follow404(query, action.error);
    // Without a live link, a change that no request has made is not the server's.
    const isOfServer = action.type === 'success' && (action.manual !== true || liveLink.status === 'live');
    return isOfServer && this.add(query);
  }

  /** Adds what the page has loaded already. Returns true when there was something. */
  addLoaded(): boolean {
    // A restored query waits for the server.
    const fresh = this.client.getQueryCache().findAll({ predicate: ({ state }) => !state.isInvalidated });
    return fresh.filter((query) => this.add(query)).length > 0;
  }

  /** Adds the queries of the copy of an earlier page that this page has not loaded. */
  addFormer({ queries, loadedAtMs }: PageCopy): void {
    const oldest = Date.now() - PAGE_COPY_LIMITS.ageMaxMs;
    for (const query of parseQueries(queries)) {
      const { queryHash, updatedAt } = query;
      if (this.entries.has(queryHash) || this.changed.has(queryHash) || updatedAt < oldest) continue;
      this.entries.set(queryHash, { json: JSON.stringify(query), updatedAt });
    }
    this.loadedAtMs = Math.max(this.loadedAtMs, loadedAtMs);
  }

  /** Returns the copy when it has changed; null when it has not, and without a session of the user. */
  take(userId: string): PageCopy | null {
    if (!this.hasChanged || this.client.getQueryData(sessionQuery.queryKey)?.id !== userId) return null;
    for (const query of this.readChanged())
      this.entries.set(query.queryHash, { json: JSON.stringify(query), updatedAt: query.updatedAt });
    this.changed.clear();
    const session = this.entries.get(SESSION_HASH);
    if (!session) return null;
    this.hasChanged = false;
    return { userId, loadedAtMs: this.loadedAtMs, queries: join(session, [...this.entries.values()]) };
  }

  /** A record that no longer exists, or is no longer visible, leaves the copy. */
  private follow404({ queryHash }: Query, error: unknown): boolean {
    if (!(error instanceof ApiError) || isPassing(error)) return false;
    this.changed.delete(queryHash);
    if (!this.entries.delete(queryHash)) return false;
    this.hasChanged = true;
    return true;
  }

  private add({ queryKey, queryHash, state }: Query): boolean {
    if (copiedPart(queryKey, state.data) === undefined) return false;
    this.changed.add(queryHash);
    this.hasChanged = true;
    this.loadedAtMs = Math.max(this.loadedAtMs, state.dataUpdatedAt);
    return true;
  }

  private readChanged(): CopiedQuery[] {
    const { queries } = dehydrate(this.client, {
      shouldDehydrateMutation: () => false,
      shouldDehydrateQuery: ({ queryHash }) => this.changed.has(queryHash),
    });
    return queries.flatMap(({ queryKey, queryHash, queryType, state }) => {
      const data = copiedPart(queryKey, state.data);
      if (data === undefined) return [];
      return [{ queryKey, queryHash, ...(queryType && { queryType }), data, updatedAt: state.dataUpdatedAt }];
    });
  }
}

/** Joins the session and as many other queries as there is room for, those with the newest data first. */
function join(session: Entry, entries: readonly Entry[]): string {
  const encoder = new TextEncoder();
  let room = PAGE_COPY_LIMITS.maxBytes - HEADER_BYTES;
  const parts: string[] = [];
  const newest = entries.filter((entry) => entry !== session).toSorted((a, b) => b.updatedAt - a.updatedAt);
  for (const { json } of [session, ...newest]) {
    const bytes = encoder.encode(json).length + 1;
    if (bytes > room) continue;
    room -= bytes;
    parts.push(json);
  }
  return `[${parts.join(',')}]`;
}

/**
 * Puts the stored copy of the account's user into the cache, where everything counts as stale. Returns when the last of
 * it was loaded, in milliseconds since 1970; null when there is no copy, or the session is known meanwhile.
 */
export async function restorePageCopy(
  bridge: Pick<Bridge, 'loadPageCopy'>,
  client: QueryClient,
): Promise<number | null> {
  const copy = await bridge.loadPageCopy().catch(() => null);
  const queries = copy === null ? [] : parseQueries(copy.queries);
  const session = queries.find(({ queryHash }) => queryHash === SESSION_HASH);
  const user = session?.data as CurrentUser | null | undefined;
  if (!copy || !session || user?.id !== copy.userId) return null;
  if (client.getQueryData(sessionQuery.queryKey) !== undefined) return null;
  const others = queries.filter((query) => query !== session).map((query) => restored(query));
  // They stay as long as the page: without a server, what is not on screen could not be loaded again.
  hydrate(client, { queries: others }, { defaultOptions: { queries: { gcTime: Infinity } } });
  client.setQueryData(sessionQuery.queryKey, user, { updatedAt: session.updatedAt });
  await client.invalidateQueries({ queryKey: sessionQuery.queryKey, refetchType: 'none' });
  return copy.loadedAtMs;
}

function restored({
  queryKey,
  queryHash,
  queryType,
  data,
  updatedAt,
}: CopiedQuery): DehydratedState['queries'][number] {
  return {
    queryKey,
    queryHash,
    dehydratedAt: updatedAt,
    ...(queryType && { queryType }),
    state: {
      data: withFirstCursor(data),
      dataUpdatedAt: updatedAt,
      dataUpdateCount: 1,
      error: null,
      errorUpdateCount: 0,
      errorUpdatedAt: 0,
      fetchFailureCount: 0,
      fetchFailureReason: null,
      fetchMeta: null,
      fetchStatus: 'idle',
      isInvalidated: true,
      status: 'success',
    },
  };
}

/** The first page of a list has no cursor; JSON makes null of it, which would be sent as one. */
function withFirstCursor(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('pageParams' in data)) return data;
  return { ...data, pageParams: (data.pageParams as unknown[]).map((cursor) => cursor ?? undefined) };
}

/** Reads the queries of a copy; none of a damaged one. */
function parseQueries(json: string): CopiedQuery[] {
  try {
    const queries: unknown = JSON.parse(json);
    return Array.isArray(queries) ? queries.filter((query) => isCopied(query)) : [];
  } catch {
    return [];
  }
}

function isCopied(query: unknown): query is CopiedQuery {
  if (typeof query !== 'object' || query === null) return false;
  const { queryKey, queryHash, data, updatedAt } = query as Partial<CopiedQuery>;
  if (!Array.isArray(queryKey) || typeof updatedAt !== 'number' || data === undefined) return false;
  return queryHash === hashKey(queryKey);
}
