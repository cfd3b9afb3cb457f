/**
 * Returns a function that loads a value for a key and returns it again for `ageMs`. A value of another key is never
 * returned, and neither is a failure.
 */
export function rememberFor<Value>(
  ageMs: number,
  load: () => Promise<Value>,
  now: () => number,
): (key: string | null) => Promise<Value> {
  let last: { key: string | null; atMs: number; value: Promise<Value> } | undefined;
  return (key) => {
    if (last?.key === key && now() - last.atMs < ageMs) return last.value;
    const value = load();
    const entry = { key, atMs: now(), value };
    last = entry;
    value.catch(() => {
      if (last === entry) last = undefined;
    });
    return value;
  };
}
