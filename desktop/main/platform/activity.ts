import { accessSync, constants } from 'node:fs';
import { app, BrowserWindow, powerMonitor } from 'electron';
import { SECOND_MS } from '#shared/time.ts';
import type { SystemActivity } from '../core/activity.ts';

const EVERY_MS = 30 * SECOND_MS;

/** True while a window is on the screen; minimised and hidden windows are not. */
export function hasVisibleWindow(): boolean {
  return BrowserWindow.getAllWindows().some((window) => window.isVisible() && !window.isMinimized());
}

/** True while a page plays sound, such as the voice of a call or a video. */
export function isAnyPageAudible(): boolean {
  return BrowserWindow.getAllWindows().some(({ webContents }) => webContents.isCurrentlyAudible());
}

/** Returns how long keyboard and mouse were unused, in milliseconds. */
export function readIdleMs(): number {
  return powerMonitor.getSystemIdleTime() * SECOND_MS;
}

/** True when the user may write to a file or folder. Windows reports only the read-only attribute. */
export function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Receives the activity at this computer, and each lock and unlock of its screen. */
interface ActivityListener {
  report: (activity: SystemActivity) => void;
  onLock: (isLocked: boolean) => void;
}

/**
 * Reports the activity at this computer now, every 30 s, at each lock, and when a window of the app comes to the front.
 * Returns a function that ends it.
 */
export function followActivity({ report, onLock }: ActivityListener): () => void {
  let isLocked = false;
  const look = (): void => {
    const isInFront = BrowserWindow.getFocusedWindow() !== null;
    report({ idleMs: readIdleMs(), isLocked, isInFront });
  };
  const setLocked = (now: boolean): void => {
    isLocked = now;
    onLock(now);
    look();
  };
  const lock = (): void => setLocked(true);
  const unlock = (): void => setLocked(false);
  powerMonitor.on('lock-screen', lock);
  powerMonitor.on('unlock-screen', unlock);
  app.on('browser-window-focus', look);
  const timer = setInterval(look, EVERY_MS);
  look();
  return () => {
    clearInterval(timer);
    powerMonitor.off('lock-screen', lock);
    powerMonitor.off('unlock-screen', unlock);
    app.off('browser-window-focus', look);
  };
}
