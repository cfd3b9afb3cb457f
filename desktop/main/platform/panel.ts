import type { BrowserWindow } from 'electron';
import { PANEL_PATHS } from '#shared/bridge/page.ts';
import { APP_ORIGIN } from '../core/app-files.ts';
import { createAppWindow, type AppWindowParts } from './app-window.ts';

/** A small window with a page of its own. */
interface PanelOptions {
  page: keyof typeof PANEL_PATHS;
  title: string;
  width: number;
  height: number;
  /** The window that it belongs to, which cannot be used meanwhile; null when there is none. */
  parent: BrowserWindow | null;
  background: string | null;
  onClosed: () => void;
}

/** Opens a small window, hidden until its first frame is painted. Returns the function that closes it. */
export function openPanel(parts: AppWindowParts, { page, onClosed, ...options }: PanelOptions): () => void {
  const { title, width, height, parent, background } = options;
  const window = createAppWindow(page, parts, {
    title,
    width,
    height,
    useContentSize: true,
    show: false,
    resizable: false,
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    ...(parent && { parent, modal: true }),
    ...(background !== null && { backgroundColor: background }),
    outsideLinks: () => () => undefined,
  });
  // The menu of the app is for its main window; macOS has none in windows.
  window.removeMenu();
  window.once('ready-to-show', () => window.show());
  window.webContents.on('render-process-gone', () => window.destroy());
  window.once('closed', onClosed);
  window.loadURL(APP_ORIGIN + PANEL_PATHS[page]).catch(() => {});
  return () => {
    if (!window.isDestroyed()) window.destroy();
  };
}
