/** Merges repeated work with the same key into one run. */
interface Coalescer {
  /** Runs `work` once, `delayMs` after the first call for this key; calls in between are dropped. */
  schedule(key: string, work: () => void): void;
  /** Drops all scheduled work. */
  cancel(): void;
}

/** Creates a coalescer that delays each key by `delayMs` milliseconds. */
export function createCoalescer(delayMs: number): Coalescer {
  const waiting = new Map<string, NodeJS.Timeout>();
  return {
    schedule(key, work) {
      if (waiting.has(key)) return;
      const timer = setTimeout(() => {
        waiting.delete(key);
        work();
      }, delayMs);
      waiting.set(key, timer);
    },
    cancel() {
      for (const timer of waiting.values()) clearTimeout(timer);
      waiting.clear();
    },
  };
}
