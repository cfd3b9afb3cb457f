/** Work that handles its own failure. */
type Work = () => Promise<void> | void;

interface Key {
  next: Work | undefined;
  timer: NodeJS.Timeout;
  running: Promise<void> | void;
}

/** Creates a throttle, which limits how often the work of a key runs. */
export function createThrottle(intervalMs: number) {
  const keys = new Map<string, Key>();
  const throttle = {
    /**
     * Runs `work` at once; within `intervalMs` milliseconds after a run of the same key, runs `later` once at their end
     * instead.
     */
    run(key: string, work: Work, later: Work = work): void {
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
      const started: Key = { next: undefined, timer: setTimeout(end, intervalMs).unref(), running: undefined };
      keys.set(key, started);
      started.running = work();
    },
    /** Runs all work that waits now, after the running work of its key, and waits for it. */
    async flush(): Promise<void> {
      const waiting = [...keys.values()];
      keys.clear();
      await Promise.all(
        waiting.map(async ({ timer, next, running }) => {
          clearTimeout(timer);
          await running;
          await next?.();
        }),
      );
    },
  };
  return throttle;
}
