import type { PresenceIntents } from '#shared/realtime/presence.ts';
import { PRESENCE_LIMITS } from '#shared/limits.ts';
import { idleMs, isSeen, onReturn } from './activity.ts';

/** What the user does on this device. */
export type DeviceState = PresenceIntents['presence']['state'];

/**
 * Reports the state of this device when it changes; it begins as online. `online` means that the user sees the page,
 * `idle` that they do not, `away` that they have not used it for longer, or that it is hidden. Returns a function that
 * ends it.
 */
export function followActivity(onChange: (state: DeviceState) => void): () => void {
  let state: DeviceState = 'online';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const report = (): void => {
    clearTimeout(timer);
    const next = stateNow();
    if (next !== state) onChange((state = next));
    if (state === 'away') return;
    const untilMs = state === 'online' ? PRESENCE_LIMITS.seenMs : PRESENCE_LIMITS.idleMs;
    timer = setTimeout(report, untilMs - idleMs());
  };
  // A short absence is not reported, because the server limits the number of reports.
  const reportSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(report, PRESENCE_LIMITS.hiddenMs);
  };
  reportSoon();
  const end = onReturn(() => void (state !== 'online' && report()));
  window.addEventListener('blur', reportSoon);
  document.addEventListener('visibilitychange', reportSoon);
  return () => {
    clearTimeout(timer);
    end();
    window.removeEventListener('blur', reportSoon);
    document.removeEventListener('visibilitychange', reportSoon);
  };
}

function stateNow(): DeviceState {
  if (document.visibilityState === 'hidden' || idleMs() >= PRESENCE_LIMITS.idleMs) return 'away';
  return isSeen() ? 'online' : 'idle';
}
