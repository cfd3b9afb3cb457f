import { BrowserWindow, dialog, nativeTheme, screen, shell } from 'electron';
import { APP_ORIGIN, CRASH_PATH } from '../core/app-files.ts';
import { createCrashGuard } from '../core/crash-guard.ts';
import { isAppUrl } from '../core/navigation.ts';
import { createOutsideLinks } from '../core/outside-links.ts';
import { MIN_WINDOW, placeWindow } from '../core/window-state.ts';
import type { Account } from './account.ts';
import type { SettingsStore } from './settings-store.ts';

/** The app's window. */
export type MainWindow = BrowserWindow;

/** Parameters of the window. */
interface WindowParts {
  account: Account;
  settings: SettingsStore;
  preloadFile: string;
  isPackaged: boolean;
  isSpellingChecked: boolean;
}

/** Opens the window at its last position, hidden until its first frame is painted. */
export function openMainWindow(parts: WindowParts): MainWindow {
  const { account, settings, preloadFile, isPackaged, isSpellingChecked } = parts;
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
      spellcheck: isSpellingChecked,
      devTools: !isPackaged,
    },
  });
  if (saved?.isMaximized) window.maximize();
  window.once('ready-to-show', () => window.show());
  harden(window, outsideLinksOf(window, settings));
  recover(window);
  window.webContents.on('did-finish-load', () => window.webContents.setZoomFactor(settings.current.zoomFactor));
  window.on('close', () => storePlace(window, settings));
  load(window, '/');
  return window;
}

/** Stores the position of the window for the next time it opens. */
export function storePlace(window: MainWindow, settings: SettingsStore): void {
  settings.update({ window: { bounds: window.getNormalBounds(), isMaximized: window.isMaximized() } });
}

/** Closes the window without asking its page. */
export function closeWindow(window: MainWindow): void {
  window.destroy();
}

/** True until the window is closed. */
export function isOpen(window: MainWindow): boolean {
  return !window.isDestroyed();
}

/** Sets the zoom factor of the page; 1 is its normal size. */
export function setZoom(window: MainWindow, factor: number): void {
  window.webContents.setZoomFactor(factor);
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

/** Limits the page to the app's origin: `openOutside` receives external links, all else is denied. */
function harden(window: BrowserWindow, openOutside: (url: string) => void): void {
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

/** Opens links in the system's browser, after a question in front of the window. */
function outsideLinksOf(window: BrowserWindow, settings: SettingsStore): (url: string) => void {
  const openOutside = createOutsideLinks({
    serverUrl: () => settings.current.serverUrl,
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
  let isDialogOpen = false;
  window.on('unresponsive', () => {
    if (isDialogOpen) return;
    isDialogOpen = true;
    void dialog
      .showMessageBox(window, {
        type: 'warning',
        message: 'Lyceum is not responding.',
        detail: 'You can wait or reload the page. Everything that the server confirmed is saved.',
        buttons: ['Wait', 'Reload'],
        defaultId: 0,
        cancelId: 0,
      })
      .then(({ response }) => {
        isDialogOpen = false;
        if (response === 1 && !window.isDestroyed()) window.webContents.forcefullyCrashRenderer();
      });
  });
}
