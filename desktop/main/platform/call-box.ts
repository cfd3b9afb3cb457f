import { screen, type BrowserWindow } from 'electron';
import { PANEL_PATHS } from '#shared/bridge/page.ts';
import { APP_ORIGIN } from '../core/app-files.ts';
import { boxBounds } from '../core/call-box-bounds.ts';
import type { AccountSession } from './account.ts';
import { createAppWindow } from './app-window.ts';

/** The call box, as main holds it. */
export interface CallBox {
  /** Opens the box without taking the focus, or leaves the one that is open. */
  open: (height: number) => void;
  /** Moves the focus to the box, if it is open. */
  focus: () => void;
  close: () => void;
}

/** Creates the holder of the call box: a small window above all others on every workspace. */
export function createCallBox(parts: {
  account: () => AccountSession;
  preloadFile: string;
  hasDevTools: boolean;
  platform: NodeJS.Platform;
  /** The member closed the box. */
  onClosed: () => void;
}): CallBox {
  let window: BrowserWindow | null = null;
  return {
    open: (height) => {
      if (window) return;
      const opened = openBox(parts, height);
      window = opened;
      opened.on('closed', () => {
        if (window !== opened) return;
        window = null;
        parts.onClosed();
      });
    },
    focus: () => window?.focus(),
    close: () => {
      const closed = window;
      window = null;
      closed?.destroy();
    },
  };
}

function openBox(
  { account, preloadFile, hasDevTools, platform }: Parameters<typeof createCallBox>[0],
  height: number,
): BrowserWindow {
  const parts = { account: account(), preloadFile, hasDevTools, isSpellingChecked: false };
  const window = createAppWindow('callBox', parts, {
    ...boxBounds(screen.getPrimaryDisplay().workArea, { height, isAtTop: platform === 'darwin' }),
    title: 'Incoming call',
    show: false,
    frame: false,
    resizable: false,
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    skipTaskbar: true,
    alwaysOnTop: true,
    outsideLinks: () => () => {},
  });
  // Above windows in full screen too; on macOS without changing what kind of app this is, which would hide the dock.
  window.setAlwaysOnTop(true, 'screen-saver');
  window.setVisibleOnAllWorkspaces(true, { visibleOnFullScreen: true, skipTransformProcessType: true });
  // Tray and notification still show the call.
  window.webContents.on('render-process-gone', () => window.destroy());
  window.once('ready-to-show', () => window.showInactive());
  // Replacing the page before it has loaded is not an error.
  window.loadURL(APP_ORIGIN + PANEL_PATHS.callBox).catch(() => {});
  return window;
}
