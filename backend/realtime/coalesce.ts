/** Creates a coalescer, which merges repeated work with the same key into one run. */
export function createCoalescer(delayMs: number) {
  const waiting = new Map<string, { timer: NodeJS.Timeout; run: () => void }>();
  const running = new Set<Promise<void>>();
  return {
    /** Runs `work`, which must not fail, once, `delayMs` ms after a key's first call; drops calls in between. */
    schedule(key: string, work: () => Promise<void> | void): void {
      if (waiting.has(key)) return;
      const run = (): void => {
        waiting.delete(key);
        const started = work();
        if (!started) return;
        running.add(started);
        void started.finally(() => running.delete(started));
      };
      waiting.set(key, { timer: setTimeout(run, delayMs), run });
    },
    /** Runs all scheduled work now, and waits for it and for the work that runs. */
    async flush(): Promise<void> {
      for (const { timer, run } of waiting.values()) {
        clearTimeout(timer);
        run();
      }
      await Promise.all(running);
    },
    /** Drops all scheduled work. */
    cancel(): void {
      for (const { timer } of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}
