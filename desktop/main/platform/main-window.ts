import { BrowserWindow, dialog, nativeTheme, screen, shell } from 'electron';
import { APP_ORIGIN, CRASH_PATH } from '../core/app-files.ts';
import { createCrashGuard } from '../core/crash-guard.ts';
import { pageOf } from '../core/navigation.ts';
import { createOutsideLinks } from '../core/outside-links.ts';
import { MIN_WINDOW, placeWindow } from '../core/window-state.ts';
import { createAppWindow, type AppWindowParts } from './app-window.ts';
import type { SettingsStore } from './settings-store.ts';

/** The app's window. */
export type MainWindow = BrowserWindow;

/** Parameters of the window. */
interface WindowParts extends AppWindowParts {
  settings: SettingsStore;
  /** Path of the page to open first. */
  path: string;
  /** Opens no window on the screen until it is shown. */
  isHidden: boolean;
  serverUrl: () => string | null;
  isKiosk: boolean;
  /** Windows ends the user's session. */
  onSessionEnd: () => void;
}

/** Opens the window at its last position, hidden until its first frame is painted. */
export function openMainWindow(parts: WindowParts): MainWindow {
  const { settings, path, isHidden } = parts;
  const { window: saved, appearance } = settings.current;
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
  const window = createAppWindow('app', parts, {
    ...placeWindow(
      saved?.bounds ?? null,
      [primary, ...others].map(({ workArea }) => workArea),
    ),
    minWidth: MIN_WINDOW.width,
    minHeight: MIN_WINDOW.height,
    title: 'Lyceum',
    show: false,
    kiosk: parts.isKiosk,
    ...(appearance.background !== null && { backgroundColor: appearance.background }),
    outsideLinks: (created) => outsideLinksOf(created, parts.serverUrl),
  });
  // Maximising a hidden window shows it.
  if (saved?.isMaximized && isHidden) window.once('show', () => window.maximize());
  else if (saved?.isMaximized) window.maximize();
  if (!isHidden) window.once('ready-to-show', () => window.show());
  recover(window);
  window.webContents.on('did-finish-load', () => window.webContents.setZoomFactor(settings.current.zoomFactor));
  window.on('close', () => {
    storePlace(window, settings);
  });
  window.on('session-end', parts.onSessionEnd);
  load(window, path);
  return window;
}

/** Stores the position of the window for the next time it opens. */
export function storePlace(window: MainWindow, settings: SettingsStore): void {
  settings.update({ window: { bounds: window.getNormalBounds(), isMaximized: window.isMaximized() } });
}

/** True until the window is closed. */
export function isOpen(window: MainWindow): boolean {
  return !window.isDestroyed();
}

/** Sets the zoom factor of the page; 1 is its normal size. */
export function setZoom(window: MainWindow, factor: number): void {
  window.webContents.setZoomFactor(factor);
}

/** Closes all windows but one at once, with everything that their pages have in memory. */
export function destroyOthers(window: MainWindow): void {
  for (const other of BrowserWindow.getAllWindows()) if (other !== window) other.destroy();
}

/** True while the member sees the window in front of all others. */
export function isFocused(window: MainWindow): boolean {
  return window.isVisible() && !window.isMinimized() && window.isFocused();
}

/** True unless the window is hidden; a minimised or covered one is shown. */
export function isShown(window: MainWindow): boolean {
  return window.isVisible() || window.isMinimized();
}

/** True while the page plays sound. */
export function isAudible(window: MainWindow): boolean {
  return window.webContents.isCurrentlyAudible();
}

/** Hides the window; its page goes on. */
export function hideWindow(window: MainWindow): void {
  window.hide();
}

/** Minimises the window. */
export function minimizeWindow(window: MainWindow): void {
  window.minimize();
}

/** Closes the window and ends its page without asking. */
export function dropWindow(window: MainWindow): void {
  window.destroy();
}

/** Listeners of the app's window. */
interface WindowListeners {
  /** The member closes the window: false keeps it. */
  mayClose: () => boolean;
  /** The window was shown, hidden, focused or left. */
  onChange: () => void;
  /** The page is loaded again, or has crashed. */
  onPageGone: () => void;
  onClosed: () => void;
}

/** Subscribes to the events of the app's window. */
export function followWindow(window: MainWindow, listeners: WindowListeners): void {
  window.on('close', (event) => {
    if (!listeners.mayClose()) event.preventDefault();
  });
  window.on('show', listeners.onChange);
  window.on('hide', listeners.onChange);
  window.on('focus', listeners.onChange);
  window.on('blur', listeners.onChange);
  window.on('minimize', listeners.onChange);
  window.on('closed', listeners.onClosed);
  window.webContents.on('render-process-gone', listeners.onPageGone);
  window.webContents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (isMainFrame && !isSameDocument) listeners.onPageGone();
  });
}

/** Asks what closing the window does to the call that it has. Returns null when the member chose neither. */
export async function askAboutCall(window: MainWindow): Promise<'keep' | 'hang-up' | null> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'question',
    message: 'You are in a call.',
    detail: 'The call goes on without the window. You can mute it and hang up from the tray.',
    buttons: ['Keep the call', 'Hang up and close', 'Cancel'],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
  });
  return response === 0 ? 'keep' : response === 1 ? 'hang-up' : null;
}

/** Goes back or forward in the history of the page, where there is one. */
export function goInHistory(window: MainWindow, where: 'back' | 'forward'): void {
  const { navigationHistory } = window.webContents;
  if (where === 'back') navigationHistory.goBack();
  else navigationHistory.goForward();
}

/** True while a window of the app has the focus. */
export function isInFront(): boolean {
  return BrowserWindow.getFocusedWindow() !== null;
}

/** True while a page of the app runs, in a window that may be hidden. */
export function hasAppPage(): boolean {
  return BrowserWindow.getAllWindows().some((window) => pageOf(window.webContents.getURL()) === 'app');
}

/** Brings the window to the front, also from minimised or hidden. */
export function focusWindow(window: MainWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** Reloads the app from its start page. */
export function restartPage(window: MainWindow): void {
  load(window, '/');
}

/** Applies the theme to native controls, scroll bars and the first paint. */
export function applyAppearance(
  window: MainWindow | null,
  { theme, background }: { theme: 'light' | 'dark' | 'system'; background: string | null },
): void {
  nativeTheme.themeSource = theme;
  if (background !== null) window?.setBackgroundColor(background);
}

/** Loads a page of the app. Replacing it before it has loaded is not an error. */
function load(window: MainWindow, path: string): void {
  window.loadURL(APP_ORIGIN + path).catch(() => {});
}

/** Opens links in the system's browser, after a question in front of the window. */
function outsideLinksOf(window: BrowserWindow, serverUrl: () => string | null): (url: string) => void {
  const openOutside = createOutsideLinks({
    serverUrl,
    ask: async ({ message, detail, action }) => {
      const { response } = await dialog.showMessageBox(window, {
        type: 'question',
        message,
        detail,
        buttons: ['Cancel', action],
        // A question that a page opens while the member types must not be answered by Enter.
        defaultId: 0,
        cancelId: 0,
        noLink: true,
      });
      return response === 1;
    },
    open: (url) => shell.openExternal(url),
    now: () => Date.now(),
  });
  return (url) => void openOutside(url).catch(() => {});
}

/** Reloads a crashed page, shows the crash page after repeated crashes, and a dialog for a frozen page. */
function recover(window: BrowserWindow): void {
  const afterCrash = createCrashGuard(() => Date.now());
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    const next = afterCrash();
    if (next.kind === 'crash-page') load(window, CRASH_PATH);
    else setTimeout(() => !window.isDestroyed() && window.webContents.reload(), next.delayMs);
  });
  askWhileFrozen(window);
}

/** Asks whether a frozen page is reloaded. The question closes when the page responds again or has crashed. */
function askWhileFrozen(window: BrowserWindow): void {
  let open: AbortController | null = null;
  const close = (): void => {
    open?.abort();
    open = null;
  };
  window.on('responsive', close);
  window.webContents.on('render-process-gone', close);
  window.on('unresponsive', () => {
    if (open) return;
    const question = new AbortController();
    open = question;
    void dialog
      .showMessageBox(window, {
        type: 'warning',
        message: 'Lyceum is not responding.',
        detail: 'You can wait or reload the page. Everything that the server confirmed is saved.',
        buttons: ['Wait', 'Reload'],
        defaultId: 0,
        cancelId: 0,
        signal: question.signal,
      })
      .then(({ response }) => {
        // Reloading a page that responds would end its call.
        if (question.signal.aborted) return;
        open = null;
        if (response === 1 && !window.isDestroyed()) window.webContents.forcefullyCrashRenderer();
      });
  });
}
