const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** A terminal and the launcher both pass on one Ctrl+C, so what follows at once is not a second one. */
const SECOND_AFTER_MS = 1_000;
const PARENT_CHECK_MS = 500;

/** Begins to end something; forced when the user has asked twice. */
type Stop = (isForced: boolean) => void;

const stops: Stop[] = [];
let askedAt: number | undefined;
let isWatching = false;

/** True once a signal has asked this task to stop. */
export function isStopAsked(): boolean {
  return askedAt !== undefined;
}

/**
 * Calls `stop` when the task is asked to stop, at once when it has been asked already, and again, forced, when asked
 * twice.
 */
export function onStop(stop: Stop): void {
  watchSignals();
  stops.push(stop);
  if (isStopAsked()) stop(false);
}

/** From here on Ctrl+C, SIGTERM and the loss of the launcher ask the task to stop instead of ending it on the spot. */
export function watchSignals(): void {
  if (isWatching) return;
  isWatching = true;
  for (const signal of SIGNALS) process.on(signal, askToStop);
  const launcher = process.env['LYCEUM_LAUNCHER_PID'];
  if (launcher === undefined || process.platform === 'win32') return;
  const timer = setInterval(() => {
    if (process.ppid === Number(launcher)) return;
    clearInterval(timer);
    askToStop();
  }, PARENT_CHECK_MS);
  timer.unref();
}

/** Asks this task to stop, as a signal does. */
export function askToStop(): void {
  const now = Date.now();
  if (askedAt !== undefined && now - askedAt < SECOND_AFTER_MS) return;
  const isForced = askedAt !== undefined;
  askedAt = now;
  for (const stop of stops) stop(isForced);
}
