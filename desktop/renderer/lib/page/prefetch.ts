import type { QueryClient } from '@tanstack/react-query';

/** When pages are prefetched and how long they stay fresh. */
export const PREFETCH = { delayMs: 2_000, staleMs: 60_000 } as const;

/** A page whose code is prefetched. */
export interface PrefetchPage {
  path: string;
  load: () => Promise<unknown>;
}

/** Prefetches pages after two seconds. Returns the function that cancels it. */
export function prefetchPages(client: QueryClient, pages: readonly PrefetchPage[]): () => void {
  const timer = setTimeout(() => {
    for (const { path, load } of pages) {
      void client.prefetchQuery({
        queryKey: ['page', path],
        // A failed page is fetched again, with its error shown, when it is opened.
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
