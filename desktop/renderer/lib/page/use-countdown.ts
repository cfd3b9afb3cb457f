import { useEffect, useRef, useState } from 'react';
import { SECOND_MS } from '#shared/time.ts';

interface CountdownSettings {
  /** Starts a wait of this length at once, in milliseconds. */
  startMs?: number;
  /** Called once at the end of each wait. */
  onEnd?: () => void;
}

/** Counts down in seconds. Returns the seconds left (0 when idle) and the function that starts a wait of `waitMs`. */
export function useCountdown({ startMs = 0, onEnd }: CountdownSettings = {}): [
  secondsLeft: number,
  start: (waitMs: number) => void,
] {
  const [nowMs, setNowMs] = useState(() => Date.now());
  const [endsAtMs, setEndsAtMs] = useState(nowMs + startMs);
  const latest = useRef(onEnd);
  const secondsLeft = Math.max(0, Math.ceil((endsAtMs - nowMs) / SECOND_MS));
  const isRunning = secondsLeft > 0;
  useEffect(() => {
    latest.current = onEnd;
  });
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => {
      const now = Date.now();
      setNowMs(now);
      if (now < endsAtMs) return;
      clearInterval(timer);
      latest.current?.();
    }, SECOND_MS);
    return () => clearInterval(timer);
  }, [endsAtMs, isRunning]);
  const start = (waitMs: number): void => {
    const now = Date.now();
    setNowMs(now);
    setEndsAtMs(now + waitMs);
  };
  return [secondsLeft, start];
}
