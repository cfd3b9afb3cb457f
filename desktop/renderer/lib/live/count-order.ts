import type { Counted } from '#shared/realtime/contract.ts';

/** Records whose last time is stored; beyond them, all are forgotten. */
const RECORDS_MAX = 1_000;

/**
 * Returns a function that tells whether the counters of a push are at least as new as those of the same record that
 * were pushed before: nodes read and push them concurrently.
 */
export function createCountOrder(): (push: Counted<{ id: string }>) => boolean {
  const newest = new Map<string, string>();
  return ({ id, countedAt }) => {
    if (countedAt < (newest.get(id) ?? '')) return false;
    if (newest.size >= RECORDS_MAX) newest.clear();
    newest.set(id, countedAt);
    return true;
  };
}
