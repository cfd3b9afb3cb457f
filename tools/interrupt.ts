const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** A terminal and the launcher both pass on one Ctrl+C, so what follows at once is not a second one. */
const SECOND_AFTER_MS = 1_000;
const PARENT_CHECK_MS = 500;

/** Starts to stop something; forced at the second request. */
type Stop = (isForced: boolean) => void;

const stops: Stop[] = [];
let requestedAt: number | undefined;
let isWatching = false;

/** True after a signal to stop this task. */
export function isStopRequested(): boolean {
  return requestedAt !== undefined;
}

/**
 * Calls `stop` at a request to stop the task, at once when it was requested before, and again, forced, when requested
 * twice.
 */
export function onStop(stop: Stop): void {
  watchSignals();
  stops.push(stop);
  if (isStopRequested()) stop(false);
}

/** From here on Ctrl+C, SIGTERM and the loss of the launcher request a stop instead of ending the process at once. */
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

/** Requests a stop of this task, as a signal does. */
export function askToStop(): void {
  const now = Date.now();
  if (requestedAt !== undefined && now - requestedAt < SECOND_AFTER_MS) return;
  const isForced = requestedAt !== undefined;
  requestedAt = now;
  for (const stop of stops) stop(isForced);
}
