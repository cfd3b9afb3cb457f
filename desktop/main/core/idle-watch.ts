import { MINUTE_MS, SECOND_MS } from '#shared/time.ts';

/** How long the countdown before an idle member is signed out lasts. */
const COUNTDOWN_MS = MINUTE_MS;

/** State of the computer at one moment. */
interface IdleReading {
  nowMs: number;
  /** Time since the last input of mouse or keyboard in the whole system. */
  idleMs: number;
  isSignedIn: boolean;
  /** True while a call or a video runs, which is used without input. */
  isBusy: boolean;
}

/** What the readings so far require. */
export type IdleStep = { kind: 'active' } | { kind: 'countdown'; secondsLeft: number } | { kind: 'sign-out' };

/** Decides when an idle member is asked and signed out. */
export interface IdleWatch {
  read(reading: IdleReading): IdleStep;
  /** The member wants to stay signed in. */
  stay(nowMs: number): void;
}

/**
 * Creates the watch. After `limitMs` without input a countdown of a minute starts, which only `stay` ends: a cleaning
 * cloth moves the mouse too. A computer that was idle for longer, such as one that slept, signs out at once.
 */
export function createIdleWatch(limitMs: number): IdleWatch {
  let lastActiveMs = -Infinity;
  let endsAtMs: number | null = null;
  return {
    read({ nowMs, idleMs, isSignedIn, isBusy }) {
      // Logging in is an input of its own.
      if (!isSignedIn) lastActiveMs = -Infinity;
      if (endsAtMs === null && isBusy) lastActiveMs = nowMs;
      const quietMs = Math.min(idleMs, nowMs - lastActiveMs);
      if (!isSignedIn || (endsAtMs === null && quietMs < limitMs)) {
        endsAtMs = null;
        return { kind: 'active' };
      }
      endsAtMs ??= nowMs + COUNTDOWN_MS;
      const secondsLeft = Math.ceil((endsAtMs - nowMs) / SECOND_MS);
      if (secondsLeft > 0 && quietMs < limitMs + COUNTDOWN_MS) return { kind: 'countdown', secondsLeft };
      endsAtMs = null;
      return { kind: 'sign-out' };
    },
    stay(nowMs) {
      endsAtMs = null;
      lastActiveMs = nowMs;
    },
  };
}
