import { powerMonitor } from 'electron';
import { SECOND_MS } from '#shared/time.ts';
import type { SystemActivity } from '../core/activity.ts';

const EVERY_MS = 30 * SECOND_MS;

/** Reports the activity at this computer now, every 30 s and at each lock. Returns a function that ends it. */
export function followActivity(report: (activity: SystemActivity) => void): () => void {
  let isLocked = false;
  const look = (): void => report({ idleMs: powerMonitor.getSystemIdleTime() * SECOND_MS, isLocked });
  const lock = (): void => {
    isLocked = true;
    look();
  };
  const unlock = (): void => {
    isLocked = false;
    look();
  };
  powerMonitor.on('lock-screen', lock);
  powerMonitor.on('unlock-screen', unlock);
  const timer = setInterval(look, EVERY_MS);
  look();
  return () => {
    clearInterval(timer);
    powerMonitor.off('lock-screen', lock);
    powerMonitor.off('unlock-screen', unlock);
  };
}
