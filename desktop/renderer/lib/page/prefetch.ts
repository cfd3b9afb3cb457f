import type { QueryClient } from '@tanstack/react-query';

/** When pages are fetched ahead and how long that stays fresh. */
export const PREFETCH = { delayMs: 2_000, staleMs: 60_000 } as const;

/** A page whose code is fetched ahead. */
export interface PrefetchPage {
  path: string;
  load: () => Promise<unknown>;
}

/** Fetches pages ahead, two seconds after start; answers a function that calls it off. */
export function prefetchPages(client: QueryClient, pages: readonly PrefetchPage[]): () => void {
  const timer = setTimeout(() => {
    for (const { path, load } of pages) {
      void client.prefetchQuery({
        queryKey: ['page', path],
        // What could not be fetched is asked for again, and told, when the page is opened.
        queryFn: () =>
          load().then(
            () => true,
            () => false,
          ),
        staleTime: PREFETCH.staleMs,
      });
    }
  }, PREFETCH.delayMs);
  return () => clearTimeout(timer);
}
