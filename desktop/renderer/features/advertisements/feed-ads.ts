/**
 * Gives each place in a feed its advertisement: one that still runs keeps its place, the others follow in their order,
 * each standing in one place alone. Places without one are null.
 */
export function assignPlaces(before: readonly (string | null)[], running: readonly string[]): (string | null)[] {
  const kept = before.map((id) => (id !== null && running.includes(id) ? id : null));
  const waiting = running.filter((id) => !kept.includes(id));
  const filled = kept.map((id) => id ?? waiting.shift() ?? null);
  return [...filled, ...waiting];
}
