import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

/**
 * Runs work that sends requests after a push: at once when its receivers are few (`withinMs` 0), otherwise at a random
 * time, as spread.ts says. Its code is loaded when it is needed first, since most pushes go to few.
 */
export function runWithin(withinMs: number, key: string, work: () => void): void {
  if (withinMs === 0) work();
  else import('./spread.ts').then(({ spread }) => spread.run(key, withinMs, work), work);
}

/** Marks queries as stale and refetches those on screen, within the time. */
export function refetchWithin(withinMs: number, client: QueryClient, queryKey: QueryKey): void {
  runWithin(withinMs, hashKey(queryKey), () => void client.invalidateQueries({ queryKey }));
}
