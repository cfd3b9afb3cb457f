/** A bucket of permits that fills steadily. */
export interface TokenBucket {
  /** Takes one permit; false when there is none. */
  take(): boolean;
}

/** Makes a full bucket of `burst` permits that gains `perSecond` permits a second; `nowMs` is a monotonic clock. */
export function createTokenBucket({ perSecond, burst, nowMs }: TokenBucketSettings): TokenBucket {
  let permits = burst;
  let filledAtMs = nowMs();
  return {
    take() {
      const atMs = nowMs();
      permits = Math.min(burst, permits + ((atMs - filledAtMs) / 1000) * perSecond);
      filledAtMs = atMs;
      if (permits < 1) return false;
      permits -= 1;
      return true;
    },
  };
}

/** Size, speed and clock of a bucket. */
export interface TokenBucketSettings {
  perSecond: number;
  burst: number;
  nowMs: () => number;
}
