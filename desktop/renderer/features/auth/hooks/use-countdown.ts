import { useEffect, useState } from 'react';
import { SECOND_MS } from '#shared/time.ts';

/** Counts down in seconds. Returns the seconds left (0 when idle) and the function that starts a wait of `waitMs`. */
export function useCountdown(): [secondsLeft: number, start: (waitMs: number) => void] {
  const [endsAtMs, setEndsAtMs] = useState(0);
  const [nowMs, setNowMs] = useState(0);
  const secondsLeft = Math.max(0, Math.ceil((endsAtMs - nowMs) / SECOND_MS));
  const isRunning = secondsLeft > 0;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNowMs(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  const start = (waitMs: number): void => {
    const now = Date.now();
    setNowMs(now);
    setEndsAtMs(now + waitMs);
  };
  return [secondsLeft, start];
}
