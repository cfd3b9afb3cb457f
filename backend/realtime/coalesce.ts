/** Creates a coalescer, which merges repeated work with the same key into one run. */
export function createCoalescer(delayMs: number) {
  const waiting = new Map<string, { timer: NodeJS.Timeout; run: () => void }>();
  return {
    /** Runs `work` once, `delayMs` milliseconds after the first call for this key; calls in between are dropped. */
    schedule(key: string, work: () => void): void {
      if (waiting.has(key)) return;
      const run = (): void => {
        waiting.delete(key);
        work();
      };
      waiting.set(key, { timer: setTimeout(run, delayMs), run });
    },
    /** Runs all scheduled work now. */
    flush(): void {
      for (const { timer, run } of waiting.values()) {
        clearTimeout(timer);
        run();
      }
    },
    /** Drops all scheduled work. */
    cancel(): void {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}
