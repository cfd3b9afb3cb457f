/** Number of posts between two other items (advertisements): every twelfth position is one. */
const POSTS_BETWEEN = 11;

/**
 * Chooses the posts after which another item is rendered, numbered from 0 in the order of choice. Chosen posts stay
 * chosen, so that nothing moves when posts are added above. Returns the same map when nothing is added.
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

/** Returns for each post the distance to the next chosen one; infinity without one. */
function distancesToNext(known: ReadonlyMap<string, number>, ids: readonly string[]): number[] {
  const distances: number[] = [];
  let distance = Number.POSITIVE_INFINITY;
  for (let index = ids.length - 1; index >= 0; index -= 1) {
    distances[index] = distance;
    distance = known.has(ids[index] ?? '') ? 1 : distance + 1;
  }
  return distances;
}
