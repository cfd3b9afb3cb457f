/** How many posts stand before something else does: every twelfth place is free for it. Source: product.md 2.18. */
const POSTS_BETWEEN = 11;

/**
 * Chooses the posts after which something else stands in a feed, numbered from 0 in the order they were chosen. One
 * once chosen stays, so that nothing moves when posts come above it; the same map comes back where nothing is added.
 */
export function chooseBreaks(known: ReadonlyMap<string, number>, ids: readonly string[]): ReadonlyMap<string, number> {
  const next = distancesToNext(known, ids);
  let breaks: Map<string, number> | undefined;
  let before = 0;
  for (const [index, id] of ids.entries()) {
    before += 1;
    if (known.has(id)) {
      before = 0;
    } else if (before >= POSTS_BETWEEN && (next[index] ?? 0) >= POSTS_BETWEEN) {
      breaks ??= new Map(known);
      breaks.set(id, breaks.size);
      before = 0;
    }
  }
  return breaks ?? known;
}

/** How many posts follow each one up to the next that was chosen, it included. */
function distancesToNext(known: ReadonlyMap<string, number>, ids: readonly string[]): number[] {
  const distances: number[] = [];
  let distance = Number.POSITIVE_INFINITY;
  for (let index = ids.length - 1; index >= 0; index -= 1) {
    distances[index] = distance;
    distance = known.has(ids[index] ?? '') ? 1 : distance + 1;
  }
  return distances;
}
