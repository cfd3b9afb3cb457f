import { MutationCache, QueryCache, QueryClient, type QueryFunctionContext } from '@tanstack/react-query';
import { apiClient } from './api.ts';
import { ApiError } from './errors.ts';
import { reportUnexpected } from './unexpected.ts';

/** How long answers stay fresh and are kept. Source: spec section 9. */
const QUERY_CACHE = { staleMs: 5 * 60_000, keptMs: 10 * 60_000 } as const;

/** Makes a query function that GETs the first element of the key; `null` on 401 where no user is an answer. */
export function getQueryFn<T>({ on401 }: { on401: 'null' | 'throw' }) {
  return async ({ queryKey, signal }: Pick<QueryFunctionContext, 'queryKey' | 'signal'>): Promise<T> => {
    try {
      const { data } = await apiClient.request<T>({ method: 'GET', path: String(queryKey[0]), signal });
      return data;
    } catch (error) {
      if (on401 === 'null' && error instanceof ApiError && error.status === 401) return null as T;
      throw error;
    }
  };
}

/** Makes the query cache with the defaults of the spec. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: reportUnexpected }),
    mutationCache: new MutationCache({ onError: reportUnexpected }),
    defaultOptions: {
      queries: {
        queryFn: getQueryFn({ on401: 'throw' }),
        staleTime: QUERY_CACHE.staleMs,
        gcTime: QUERY_CACHE.keptMs,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        retry: false,
      },
      mutations: { retry: false },
    },
  });
}

/** Refreshes every cached list below a path; its filters live in the rest of the key. */
export function invalidatePath(client: QueryClient, path: string): Promise<void> {
  return client.invalidateQueries({ predicate: ({ queryKey }) => isBelow(queryKey[0], path) });
}

function isBelow(key: unknown, path: string): boolean {
  return typeof key === 'string' && (key === path || key.startsWith(`${path}?`) || key.startsWith(`${path}/`));
}
