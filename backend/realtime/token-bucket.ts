/** A token bucket that refills at a constant rate. */
export type TokenBucket = ReturnType<typeof createTokenBucket>;

/** Creates a full bucket of `burst` tokens that gains `perSecond` tokens a second; `nowMs` is a monotonic clock. */
export function createTokenBucket({ perSecond, burst, nowMs }: TokenBucketSettings) {
  let tokens = burst;
  let filledAtMs = nowMs();
  return {
    /** Takes one token; returns false when the bucket is empty. */
    take(): boolean {
      const atMs = nowMs();
      tokens = Math.min(burst, tokens + ((atMs - filledAtMs) / 1000) * perSecond);
      filledAtMs = atMs;
      if (tokens < 1) return false;
      tokens -= 1;
      return true;
    },
  };
}

/** Size, refill rate and clock of a bucket. */
interface TokenBucketSettings {
  perSecond: number;
  burst: number;
  nowMs: () => number;
}
