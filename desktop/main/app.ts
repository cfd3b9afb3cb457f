import { appMenu, nextZoom, type MenuActions } from './core/app-menu.ts';
import { CLIENT_CHECK_EVERY_MS, createClientCheck } from './core/client-check.ts';
import { createToasts, KEYCHAIN_TOAST } from './core/toasts.ts';
import { SessionStore } from './core/session-store.ts';
import { spellCheckerOf } from './core/spell-checker.ts';
import type { ShellConfig } from './config.ts';
import { createEveryday, type Everyday } from './everyday.ts';
import { liveHandlers } from './live.ts';
import { startRecovery, type Recovery } from './recovery.ts';
import { shellHandlers } from './shell.ts';
import { cookiesOf, fetchMeta, openAccount, type Account } from './platform/account.ts';
import { sendToWindows, serveBridge } from './platform/ipc.ts';
import { systemKeychain } from './platform/keychain.ts';
import {
  followLifecycle,
  isOnlyInstance,
  logsDir,
  onWakeUp,
  prepareApp,
  quitApp,
  readInstallation,
  whenReady,
} from './platform/lifecycle.ts';
import { createLive } from './platform/live.ts';
import { wasOpenedAtLogin } from './platform/login-item.ts';
import {
  applyAppearance,
  focusWindow,
  goInHistory,
  isOpen,
  openMainWindow,
  setZoom,
  type MainWindow,
} from './platform/main-window.ts';
import { setAppMenu } from './platform/menu.ts';
import { registerScheme, serveScheme } from './platform/scheme.ts';
import { openSettings, type SettingsStore } from './platform/settings-store.ts';

/** Parameters of the shell, from the entry point. */
interface ShellParts {
  config: ShellConfig;
  platform: NodeJS.Platform;
  preloadFile: string;
  rendererDir: string;
  /** The command line of this start. */
  argv: readonly string[];
  /** Prints a warning on the console. */
  print: (message: string) => void;
}

/** Starts the shell: first what must run before the system is ready, then the rest. A second instance quits at once. */
export function startShell(parts: ShellParts): void {
  prepareApp(parts.config.userDataDir);
  if (!isOnlyInstance()) return quitApp();
  registerScheme();
  const recovery = startRecovery({ ...parts, logsDir: logsDir() });
  whenReady(() => boot(parts, recovery));
}

/** Starts the parts in order; `onQuit` stops them in reverse order. */
async function boot(shell: ShellParts, recovery: Recovery): Promise<void> {
  const { config, platform, preloadFile } = shell;
  const installation = readInstallation();
  const { version: appVersion, isPackaged } = installation;
  const settings = openSettings(recovery.warn, recovery.options.isSafeMode);
  const serverUrl = (): string | null => settings.current.serverUrl;
  const spellChecker = spellCheckerOf(platform, config.dictionaryUrl);
  const { isEnabled: hasSpelling } = spellChecker;
  const account = openAccount(spellChecker);
  const clientCheck = createClientCheck({
    fetchMeta: (origin) => fetchMeta(account, origin),
    serverUrl,
    appVersion,
    onResult: (requiredVersion) => sendToWindows('clientCheck', { requiredVersion }),
  });
  const checkClient = (): void => void clientCheck.check();
  serveScheme(account, { ...shell, ...config, serverUrl, appVersion, onTooOld: checkClient });

  const toasts = createToasts((toast) => sendToWindows('toast', toast));
  const sessions = storeSessions({ account, serverUrl, settings, toasts });
  const window = holdWindow((how) =>
    openMainWindow({ account, settings, preloadFile, isPackaged, isSpellingChecked: hasSpelling, ...how }),
  );
  const everyday: Everyday = createEveryday({
    platform,
    appImage: config.appImage,
    hasSpelling,
    recovery,
    appVersion,
    account,
    settings,
    serverUrl,
    live: () => live,
    publish: toasts.publish,
    window,
    showMenu: (role) =>
      setAppMenu(
        appMenu({ platform, isPackaged, role, actions: menuActions({ window, settings, everyday, recovery }) }),
      ),
  });
  const live = createLive(account, serverUrl, everyday.followers);

  const parts = { installation, config, platform, settings, account, sessions, clientCheck, live, toasts };
  const handlers = {
    ...shellHandlers({ ...parts, window: window.find, setBadge: everyday.messages.reportUnread }),
    ...liveHandlers(live),
    ...everyday.handlers,
  };
  serveBridge(handlers, (name, error) => recovery.warn(`The call ${name} failed: ${String(error)}`));
  const stopChecking = repeat(checkClient);
  const onQuit = async (): Promise<void> => {
    stopChecking();
    everyday.stop();
    live.disconnect();
    await sessions.settled();
  };
  followLifecycle({ onSecondInstance: () => window.show(), onActivate: () => window.show(), onQuit }, platform);
  applyAppearance(null, settings.current.appearance);
  // The first request of the page must already contain the session.
  await sessions.restore(Date.now());
  everyday.start();
  window.start(recovery.options.isHidden || wasOpenedAtLogin());
}

/** Stores the account's session in the keychain; a toast explains once that there is none. */
function storeSessions(parts: {
  account: Account;
  serverUrl: () => string | null;
  settings: SettingsStore;
  toasts: ReturnType<typeof createToasts>;
}): SessionStore {
  const { account, serverUrl, settings, toasts } = parts;
  return new SessionStore({
    jar: cookiesOf(account),
    keychain: systemKeychain(),
    serverUrl,
    onUnavailable: () => {
      if (settings.current.isKeychainNoticeShown) return;
      settings.update({ isKeychainNoticeShown: true });
      toasts.publish(KEYCHAIN_TOAST);
    },
  });
}

/** How a window is opened. */
type HowToOpen = Pick<Parameters<typeof openMainWindow>[0], 'path' | 'isHidden'>;

/** The app's window, which can be closed and opened again. */
interface HeldWindow {
  /** Returns the window; null while it is closed. */
  find: () => MainWindow | null;
  /** Focuses the window, or opens it; at a path of the router when one is given. */
  show: (path?: string) => void;
  /** Opens the first window, on the screen unless it is hidden. */
  start: (isHidden: boolean) => void;
  /** Sets the zoom factor of the page. */
  zoom: (factor: number) => void;
}

function holdWindow(open: (how: HowToOpen) => MainWindow): HeldWindow {
  let last: MainWindow | null = null;
  const find = (): MainWindow | null => (last && isOpen(last) ? last : null);
  return {
    find,
    show: (path) => {
      const current = find();
      if (!current) last = open({ path: path ?? '/', isHidden: false });
      else {
        focusWindow(current);
        if (path !== undefined) sendToWindows('navigate', { path });
      }
    },
    start: (isHidden) => {
      last = open({ path: '/', isHidden });
    },
    zoom: (factor) => {
      const current = find();
      if (current) setZoom(current, factor);
    },
  };
}

function menuActions({
  window,
  settings,
  everyday,
  recovery,
}: {
  window: HeldWindow;
  settings: SettingsStore;
  everyday: Everyday;
  recovery: Recovery;
}): MenuActions {
  return {
    navigate: window.show,
    zoom: (step) => everyday.setZoom(nextZoom(settings.current.zoomFactor, step)),
    go: (where) => {
      const current = window.find();
      if (current) goInHistory(current, where);
    },
    openDiagnostics: everyday.openDiagnostics,
    restartInSafeMode: recovery.restartInSafeMode,
  };
}

/** Runs a check now, at intervals and when the computer wakes up. Returns the function that stops it. */
function repeat(check: () => void): () => void {
  check();
  const stop = onWakeUp(check);
  const timer = setInterval(check, CLIENT_CHECK_EVERY_MS);
  return () => {
    stop();
    clearInterval(timer);
  };
}
