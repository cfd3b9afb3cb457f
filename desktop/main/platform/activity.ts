import { accessSync, constants } from 'node:fs';
import { BrowserWindow, powerMonitor } from 'electron';
import { SECOND_MS } from '#shared/time.ts';

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
