import { useEffect, useState } from 'react';
import { SECOND_MS } from '#shared/time.ts';
import { timerText } from '../call-words.ts';
import { useCall } from '../slice.ts';

/** The time since the answer as mm:ss; renders nothing before it. Screen readers read it only when asked. */
export function CallTimer() {
  const startedAtMs = useCall('startedAtMs');
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    if (startedAtMs === null) return undefined;
    const update = (): void => setNowMs(Date.now());
    const timer = setInterval(update, SECOND_MS / 4);
    return () => clearInterval(timer);
  }, [startedAtMs]);
  if (startedAtMs === null) return null;
  return (
    <span role="timer" aria-live="off" className="tabular-nums">
      {timerText(nowMs - startedAtMs)}
    </span>
  );
}
