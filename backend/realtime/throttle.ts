/** Creates a throttle, which limits how often the work of a key runs. */
export function createThrottle(intervalMs: number) {
  const keys = new Map<string, { next: (() => void) | undefined; timer: NodeJS.Timeout }>();
  const throttle = {
    /**
     * Runs `work` at once; within `intervalMs` milliseconds after a run of the same key, runs `later` once at their end
     * instead.
     */
    run(key: string, work: () => void, later: () => void = work): void {
      const waiting = keys.get(key);
      if (waiting) {
        waiting.next = later;
        return;
      }
      const end = (): void => {
        const next = keys.get(key)?.next;
        keys.delete(key);
        if (next) throttle.run(key, next);
      };
      keys.set(key, { next: undefined, timer: setTimeout(end, intervalMs).unref() });
      work();
    },
    /** Drops all work that waits. */
    cancel(): void {
      for (const { timer } of keys.values()) clearTimeout(timer);
      keys.clear();
    },
  };
  return throttle;
}
