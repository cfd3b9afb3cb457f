/**
 * Assigns advertisements to the positions of a feed: a running one keeps its position, the others follow in order, each
 * at one position. Positions without an advertisement are null.
 */
export function assignPlaces(before: readonly (string | null)[], running: readonly string[]): (string | null)[] {
  const kept = before.map((id) => (id !== null && running.includes(id) ? id : null));
  const waiting = running.filter((id) => !kept.includes(id));
  const filled = kept.map((id) => id ?? waiting.shift() ?? null);
  return [...filled, ...waiting];
}
