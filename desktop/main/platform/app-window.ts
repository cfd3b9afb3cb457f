import { BrowserWindow, type BrowserWindowConstructorOptions, type WebContents } from 'electron';
import type { BridgePage } from '#shared/bridge/page.ts';
import { isAppUrl } from '../core/navigation.ts';
import { assertWebPreferences, WEB_PREFERENCES } from '../core/web-preferences.ts';
import type { AccountSession } from './account.ts';

/** What every window of the app is created with. */
export interface AppWindowParts {
  account: AccountSession;
  preloadFile: string;
  hasDevTools: boolean;
  isSpellingChecked: boolean;
}

const pages = new WeakMap<WebContents, BridgePage>();

/** Returns the page that a window was opened for; null for contents that are not a window of the app. */
export function windowPageOf(contents: WebContents | null): BridgePage | null {
  return (contents && pages.get(contents)) ?? null;
}

/** Options of a window; `outsideLinks` returns the function that receives external links. */
interface AppWindowOptions extends BrowserWindowConstructorOptions {
  outsideLinks: (window: BrowserWindow) => (url: string) => void;
}

/**
 * Creates a window for a page of the app and limits it to the app's origin: external links are reported, all else is
 * denied. @throws Error, without a window, when its web preferences are not those that were set.
 */
export function createAppWindow(
  page: BridgePage,
  { account, preloadFile, hasDevTools, isSpellingChecked }: AppWindowParts,
  { outsideLinks, ...options }: AppWindowOptions,
): BrowserWindow {
  const window = new BrowserWindow({
    ...options,
    webPreferences: {
      ...WEB_PREFERENCES,
      session: account,
      preload: preloadFile,
      spellcheck: isSpellingChecked,
      devTools: hasDevTools,
    },
  });
  try {
    assertWebPreferences(readPreferences(window.webContents));
  } catch (error) {
    window.destroy();
    throw error;
  }
  pages.set(window.webContents, page);
  harden(window, outsideLinks(window));
  return window;
}

/**
 * Reads the preferences that a page has. Electron's own code has the function and does not document it
 * (typings/internal-electron.d.ts); the tests with Electron's binary notice when it is gone.
 */
function readPreferences(contents: WebContents): Readonly<Record<string, unknown>> {
  const internal = contents as unknown as { getLastWebPreferences?: () => Record<string, unknown> | null };
  return internal.getLastWebPreferences ? (internal.getLastWebPreferences() ?? {}) : WEB_PREFERENCES;
}

/** Limits a window to the app's origin. */
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
