import { PRESENCE_LIMITS } from '#shared/limits.ts';
import { readBridge } from './bridge.ts';

const listeners = new Set<() => void>();
let inputAtMs = Date.now();
/** Whether the screen is locked, which only the desktop client reports. */
let isLocked = false;

/** Returns the time since the user last did something on the page, in milliseconds. */
export function idleMs(): number {
  return Date.now() - inputAtMs;
}

/**
 * Returns whether the user sees what is on screen: the page is visible, its window has the focus, and there was an
 * input in the last minute. The only rule for what counts as seen or read.
 */
export function isSeen(): boolean {
  return (
    !isLocked && document.visibilityState === 'visible' && document.hasFocus() && idleMs() < PRESENCE_LIMITS.seenMs
  );
}

/** Calls a listener each time the user may have come back to the page. Returns a function that ends it. */
export function onReturn(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Calls `see` now if the user sees the page, and each time they return to it. Returns a function that ends it. */
export function whileSeen(see: () => void): () => void {
  const check = (): void => void (isSeen() && see());
  check();
  return onReturn(check);
}

function handle({ type }: Event): void {
  if (document.visibilityState === 'hidden') return;
  const isBack = type === 'focus' || type === 'visibilitychange' || idleMs() >= PRESENCE_LIMITS.seenMs;
  inputAtMs = Date.now();
  if (isBack) notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}

for (const name of ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart', 'visibilitychange', 'focus'])
  // Captured, since a handler may stop an event; but not the focus of elements.
  window.addEventListener(name, handle, { passive: true, capture: name !== 'focus' });
readBridge()?.onScreenLock((now) => {
  isLocked = now;
  notify();
});
