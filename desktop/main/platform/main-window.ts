import { BrowserWindow, dialog, nativeTheme, screen, shell } from 'electron';
import { APP_ORIGIN, CRASH_PATH } from '../core/app-files.ts';
import { createCrashGuard } from '../core/crash-guard.ts';
import { externalUrl, isAppUrl } from '../core/navigation.ts';
import { MIN_WINDOW, placeWindow } from '../core/window-state.ts';
import type { Account } from './account.ts';
import type { SettingsStore } from './settings-store.ts';

/** The app's window. */
export type MainWindow = BrowserWindow;

/** What the window is made of. */
export interface WindowParts {
  account: Account;
  settings: SettingsStore;
  preloadFile: string;
  isPackaged: boolean;
}

/** Opens the app's window where it was last, hidden until its first frame is painted. */
export function openMainWindow({ account, settings, preloadFile, isPackaged }: WindowParts): MainWindow {
  const { window: saved, appearance } = settings.current;
  const primary = screen.getPrimaryDisplay();
  const others = screen.getAllDisplays().filter(({ id }) => id !== primary.id);
  const window = new BrowserWindow({
    ...placeWindow(
      saved?.bounds ?? null,
      [primary, ...others].map(({ workArea }) => workArea),
    ),
    minWidth: MIN_WINDOW.width,
    minHeight: MIN_WINDOW.height,
    title: 'Lyceum',
    show: false,
    ...(appearance.background !== null && { backgroundColor: appearance.background }),
    webPreferences: {
      session: account,
      preload: preloadFile,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: true,
      devTools: !isPackaged,
    },
  });
  if (saved?.isMaximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  harden(window);
  recover(window);
  window.webContents.on('did-finish-load', () => window.webContents.setZoomFactor(settings.current.zoomFactor));
  window.on('close', () =>
    settings.update({ window: { bounds: window.getNormalBounds(), isMaximized: window.isMaximized() } }),
  );
  load(window, '/');
  return window;
}

/** True until the window was closed. */
export function isOpen(window: MainWindow): boolean {
  return !window.isDestroyed();
}

/** Shows the page larger or smaller; 1 is its own size. */
export function setZoom(window: MainWindow, factor: number): void {
  window.webContents.setZoomFactor(factor);
}

/** Brings the window to the front, whatever it was doing. */
export function focusWindow(window: MainWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** Loads the app afresh from its start. */
export function restartPage(window: MainWindow): void {
  load(window, '/');
}

/** The system's controls, scroll bars and the first paint follow the theme. */
export function applyAppearance(
  window: MainWindow | null,
  { theme, background }: { theme: 'light' | 'dark' | 'system'; background: string | null },
): void {
  nativeTheme.themeSource = theme;
  if (background !== null) window?.setBackgroundColor(background);
}

/** Loads a page of the app; one that is replaced before it has loaded is no error. */
function load(window: MainWindow, path: string): void {
  window.loadURL(APP_ORIGIN + path).catch(() => {});
}

/** The page stays the app's own: links elsewhere open in the system's browser, everything else is refused. */
function harden(window: BrowserWindow): void {
  const contents = window.webContents;
  contents.setWindowOpenHandler(({ url }) => {
    openOutside(url);
    return { action: 'deny' };
  });
  contents.on('will-navigate', (event) => {
    if (isAppUrl(event.url)) return;
    event.preventDefault();
    openOutside(event.url);
  });
  contents.on('will-frame-navigate', (event) => {
    if (!isAppUrl(event.url)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    if (!isAppUrl(event.url)) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
}

function openOutside(url: string): void {
  const outside = isAppUrl(url) ? null : externalUrl(url);
  if (outside !== null) void shell.openExternal(outside);
}

/**
 * A page that ended comes back; one that keeps ending is replaced by a page without code; a stuck one is up to the
 * member.
 */
function recover(window: BrowserWindow): void {
  const afterCrash = createCrashGuard(() => Date.now());
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return;
    const next = afterCrash();
    if (next.kind === 'crash-page') load(window, CRASH_PATH);
    else setTimeout(() => !window.isDestroyed() && window.webContents.reload(), next.delayMs);
  });
  let isAsking = false;
  window.on('unresponsive', () => {
    if (isAsking) return;
    isAsking = true;
    void dialog
      .showMessageBox(window, {
        type: 'warning',
        message: 'Lyceum does not respond.',
        detail: 'You can wait, or load the page again. What the server confirmed is kept.',
        buttons: ['Wait', 'Load again'],
        defaultId: 0,
        cancelId: 0,
      })
      .then(({ response }) => {
        isAsking = false;
        if (response === 1 && !window.isDestroyed()) window.webContents.forcefullyCrashRenderer();
      });
  });
}
