import { useSyncExternalStore } from 'react';
import { MINUTE_MS } from '#shared/time.ts';

/** How often texts about elapsed time are formatted again. */
const TICK_MS = MINUTE_MS / 2;

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  for (const listener of listeners) listener();
}

/** One timer for all texts: it runs while there are any, and not on a hidden page. */
function run(): void {
  clearInterval(timer);
  timer = undefined;
  if (listeners.size === 0 || document.visibilityState === 'hidden') return;
  timer = setInterval(tick, TICK_MS);
  tick();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (listeners.size === 1) {
    document.addEventListener('visibilitychange', run);
    run();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    document.removeEventListener('visibilitychange', run);
    run();
  };
}

/**
 * Returns a text that depends on the current time, and renders the component again only when the text changes. A hidden
 * page does no work, and is up to date as soon as it is visible.
 */
export function useNow(format: (nowMs: number) => string): string {
  return useSyncExternalStore(subscribe, () => format(Date.now()));
}
