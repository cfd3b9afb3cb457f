/** A token bucket that refills at a constant rate. */
export interface TokenBucket {
  /** Takes one token; returns false when the bucket is empty. */
  take(): boolean;
}

/** Creates a full bucket of `burst` tokens that gains `perSecond` tokens a second; `nowMs` is a monotonic clock. */
export function createTokenBucket({ perSecond, burst, nowMs }: TokenBucketSettings): TokenBucket {
  let tokens = burst;
  let filledAtMs = nowMs();
  return {
    take() {
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
