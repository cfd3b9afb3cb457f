import { app, BrowserWindow, nativeImage } from 'electron';
import { BADGE_PX, badgeBitmap } from '../core/badge-image.ts';

let shown = 0;

/** Shows a number on the app's icon: dock (macOS), launcher (Linux) or taskbar (Windows); 0 removes it. */
export function showBadge(count: number, platform: NodeJS.Platform): void {
  shown = count;
  if (platform !== 'win32') app.setBadgeCount(count);
  else for (const window of BrowserWindow.getAllWindows()) drawOverlay(window);
}

/** Shows the number on each new window as well: on Windows it belongs to the window. */
export function followNewWindows(platform: NodeJS.Platform): void {
  if (platform !== 'win32') return;
  app.on('browser-window-created', (_event, window) => window.once('show', () => drawOverlay(window)));
}

function drawOverlay(window: BrowserWindow): void {
  if (window.isDestroyed()) return;
  if (shown === 0) return window.setOverlayIcon(null, '');
  const size = { width: BADGE_PX, height: BADGE_PX };
  window.setOverlayIcon(nativeImage.createFromBitmap(Buffer.from(badgeBitmap(shown)), size), `${shown} unread`);
}
