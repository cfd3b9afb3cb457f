import { MutationCache, QueryCache, QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import { reportUnexpected } from '../page/unexpected.ts';
import { apiClient } from './api.ts';
import { ApiError } from './errors.ts';
import { toastFailure } from './failure.ts';
import { protectLocalWrites } from './local-writes.ts';

/** First elements of the query keys: the noun that a query is about. The rest of the key belongs to its feature. */
type DataNoun =
  | 'me'
  | 'users'
  | 'connections'
  | 'posts'
  | 'comments'
  | 'courses'
  | 'purchases'
  | 'reviews'
  | 'events'
  | 'messages'
  | 'notifications'
  | 'advertisements'
  | 'students'
  | 'analytics'
  | 'verifications'
  | 'search';

/** The start of a query key: a noun, or some of its queries. */
export type NounKey = readonly [DataNoun, ...unknown[]];

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** What the mutation does, as the words after "Couldn't" in the failure toast; null when the screen shows it. */
      action: string | null;
      /** Keys of the queries that become stale when the mutation ends, also when it fails. */
      invalidates?: readonly NounKey[];
    };
  }
}

/** How long responses stay fresh and how long unused ones are stored, in milliseconds. */
const QUERY_CACHE = { staleMs: 5 * 60_000, storedMs: 10 * 60_000 } as const;

/** Makes a query function that GETs `path`, or the first element of the key; a 401 is null with `on401: 'null'`. */
export function getQueryFn<T>({ on401, path }: { on401: 'null' | 'throw'; path?: string }) {
  return async ({ queryKey, signal }: Pick<QueryFunctionContext, 'queryKey' | 'signal'>): Promise<T> => {
    try {
      const { data } = await apiClient.request<T>({ method: 'GET', path: path ?? String(queryKey[0]), signal });
      return data;
    } catch (error) {
      if (on401 === 'null' && error instanceof ApiError && error.status === 401) return null as T;
      throw error;
    }
  };
}

/**
 * Makes the client of queries and mutations. A mutation that fails shows one toast that names its `meta.action`, and
 * each one that ends invalidates its `meta.invalidates`.
 */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    queryCache: new QueryCache({ onError: reportUnexpected }),
    mutationCache: new MutationCache({
      onError: (error, ...[, , { meta }]) => {
        if (meta?.action) toastFailure(meta.action, error);
        else reportUnexpected(error);
      },
      onSettled: (...[, , , , { meta }]) => {
        void invalidate(client, ...(meta?.invalidates ?? []));
      },
    }),
    defaultOptions: {
      queries: {
        queryFn: getQueryFn({ on401: 'throw' }),
        staleTime: QUERY_CACHE.staleMs,
        gcTime: QUERY_CACHE.storedMs,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        retry: false,
        // Without a network a request fails with its message; by default it would stay paused, and its page a skeleton.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  protectLocalWrites(client);
  return client;
}

/** Invalidates the queries whose keys start with one of the given keys, and refetches those on screen. */
export async function invalidate(client: QueryClient, ...keys: readonly NounKey[]): Promise<void> {
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })));
}
