import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

/** Work that waits: its timer, or none while it waits for the page to be visible. */
interface Waiting {
  work: () => void;
  timer?: ReturnType<typeof setTimeout> | undefined;
}

/**
 * Creates a scheduler for the requests that follow a push to many members: if all clients fetched at once, the server
 * would be busy with them alone. Work starts at a random time of the next `withinMs` milliseconds, at once for 0, and
 * not before the page is visible. Work with the same key runs once. `end` drops what waits.
 */
export function createSpread(random: () => number = Math.random) {
  const waiting = new Map<string, Waiting>();

  const start = (key: string, work: () => void): void => {
    if (document.visibilityState === 'hidden') return void waiting.set(key, { work });
    waiting.delete(key);
    work();
  };
  const onVisible = (): void => {
    for (const [key, { work, timer }] of waiting) if (timer === undefined) start(key, work);
  };
  document.addEventListener('visibilitychange', onVisible);

  const run = (key: string, withinMs: number, work: () => void): void => {
    if (waiting.has(key)) return;
    if (withinMs === 0) return start(key, work);
    waiting.set(key, { work, timer: setTimeout(() => start(key, work), random() * withinMs) });
  };
  return {
    run,
    /** Marks queries as stale, so that a page that opens fetches them; refetches those on screen later. */
    refetch(client: QueryClient, queryKey: QueryKey, withinMs: number): void {
      void client.invalidateQueries({ queryKey, refetchType: 'none' });
      // A fetch that was under way had perhaps read the old state; so the queries are marked again.
      run(hashKey(queryKey), withinMs, () => void client.invalidateQueries({ queryKey }));
    },
    end(): void {
      document.removeEventListener('visibilitychange', onVisible);
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}
