import { appMenu, nextZoom, type MenuActions } from './core/app-menu.ts';
import { CLIENT_CHECK_EVERY_MS, createClientCheck } from './core/client-check.ts';
import type { Policy } from './core/policy.ts';
import { serverOf } from './core/policy-server.ts';
import { createToasts, KEYCHAIN_TOAST } from './core/toasts.ts';
import { keychainOfSharedComputer, SessionStore } from './core/session-store.ts';
import { spellCheckerOf } from './core/spell-checker.ts';
import type { ShellConfig } from './config.ts';
import { liveHandlers } from './live.ts';
import { loadPolicy } from './policy.ts';
import { createSharedComputer, type SharedComputer } from './shared-computer.ts';
import { shellHandlers } from './shell.ts';
import { cookiesOf, fetchMeta, openAccount, setProxy, type Account } from './platform/account.ts';
import { sendToWindows, serveBridge } from './platform/ipc.ts';
import { systemKeychain } from './platform/keychain.ts';
import {
  followLifecycle,
  isOnlyInstance,
  onWakeUp,
  prepareApp,
  quitApp,
  readInstallation,
  whenReady,
} from './platform/lifecycle.ts';
import { createLive } from './platform/live.ts';
import {
  applyAppearance,
  destroyOthers,
  focusWindow,
  isAudible,
  isOpen,
  openMainWindow,
  setZoom,
  type MainWindow,
} from './platform/main-window.ts';
import { setAppMenu } from './platform/menu.ts';
import { isWipeDue, wipeProfile } from './platform/profile.ts';
import { registerScheme, serveScheme } from './platform/scheme.ts';
import { openSettings, type SettingsStore } from './platform/settings-store.ts';

/** Parameters of the shell, from the entry point. */
interface ShellParts {
  config: ShellConfig;
  platform: NodeJS.Platform;
  preloadFile: string;
  rendererDir: string;
  warn: (message: string) => void;
}

/** Starts the shell: first what must run before the system is ready, then the rest. A second instance quits at once. */
export function startShell(parts: ShellParts): void {
  prepareApp(parts.config.userDataDir);
  if (!isOnlyInstance()) return quitApp();
  registerScheme();
  // A shared computer that was not wiped is wiped before Chromium opens its files, and before any window.
  if (isWipeDue()) wipeProfile();
  const policy = loadPolicy(parts);
  whenReady(async () => boot(parts, await policy));
}

/** Starts the parts in order; `onQuit` stops them in reverse order. */
async function boot({ config, platform, preloadFile, rendererDir, warn }: ShellParts, policy: Policy): Promise<void> {
  const installation = readInstallation();
  const { version: appVersion } = installation;
  const hasDevTools = policy.isManaged('devTools') ? policy.current.devTools : !installation.isPackaged;
  const settings = openSettings(warn);
  const serverUrl = (): string | null => serverOf(policy, settings.current.serverUrl);
  const spellChecker = spellCheckerOf(platform, policy.current.spellcheckDictionaryUrl ?? config.dictionaryUrl);
  const account = openAccount(spellChecker);
  await setProxy(account, policy.current.proxy);
  const clientCheck = createClientCheck({
    fetchMeta: (origin) => fetchMeta(account, origin),
    serverUrl,
    appVersion,
    onResult: (requiredVersion) => sendToWindows('clientCheck', { requiredVersion }),
  });
  const checkClient = (): void => void clientCheck.check();
  const { devServerUrl } = config;
  const hasAdvertisements = policy.current.advertisements;
  serveScheme(account, { rendererDir, devServerUrl, serverUrl, hasAdvertisements, appVersion, onTooOld: checkClient });

  const toasts = createToasts((toast) => sendToWindows('toast', toast));
  const sessions = storeSessions({ account, policy, serverUrl, settings, toasts });
  const live = createLive(account, serverUrl);
  const isSpellingChecked = spellChecker.isEnabled;
  const window = holdWindow(() => {
    const { onWindowClose: onClose, onSessionEnd } = shared;
    const isKiosk = policy.current.kioskFullscreen;
    const rules = { isSpellingChecked, hasDevTools, isKiosk, onClose, onSessionEnd };
    return openMainWindow({ account, settings, serverUrl, preloadFile, ...rules });
  });
  const parts = { installation, config, warn, policy, platform, settings, serverUrl, account, sessions, live };
  const shared: SharedComputer = createSharedComputer({ ...parts, ...memberWindow(window, settings) });
  const { onSignOut } = shared;
  const shell = shellHandlers({ ...parts, clientCheck, toasts, onSignOut, window: window.find });
  const handlers = { ...shell, ...liveHandlers(live), ...shared.handlers };
  serveBridge(handlers, (name, error) => warn(`The call ${name} failed: ${String(error)}`));
  const stopChecking = repeat(checkClient);
  const onQuit = async (): Promise<void> => {
    stopChecking();
    await shared.end();
    live.disconnect();
    await sessions.settled();
  };
  followLifecycle({ onSecondInstance: window.show, onActivate: window.show, onQuit }, platform);
  setAppMenu(appMenu({ platform, isPackaged: !hasDevTools, actions: menuActions(window, settings) }));
  applyAppearance(null, settings.current.appearance);
  // The first request of the page must already contain the session.
  await sessions.restore(Date.now());
  window.show();
}

/** Stores the account's session; on a shared computer, in memory only. */
function storeSessions(parts: {
  account: Account;
  policy: Policy;
  serverUrl: () => string | null;
  settings: SettingsStore;
  toasts: ReturnType<typeof createToasts>;
}): SessionStore {
  const { account, policy, serverUrl, settings, toasts } = parts;
  const keychain = systemKeychain();
  return new SessionStore({
    jar: cookiesOf(account),
    keychain: policy.current.sharedComputer ? keychainOfSharedComputer(keychain) : keychain,
    serverUrl,
    onUnavailable: () => {
      if (settings.current.isKeychainNoticeShown) return;
      settings.update({ isKeychainNoticeShown: true });
      toasts.publish(KEYCHAIN_TOAST);
    },
  });
}

/** The app's window, which can be closed and opened again. */
interface HeldWindow {
  /** Returns the window; null while it is closed. */
  find: () => MainWindow | null;
  /** Focuses the window, or opens it. */
  show: () => void;
  /** Replaces all windows by a new one, with nothing of the old pages; does nothing while the window is closed. */
  renew: () => void;
}

function holdWindow(open: () => MainWindow): HeldWindow {
  let last: MainWindow | null = null;
  const find = (): MainWindow | null => (last && isOpen(last) ? last : null);
  return {
    find,
    show: () => {
      const current = find();
      if (current) focusWindow(current);
      else last = open();
    },
    renew: () => {
      if (find()) destroyOthers((last = open()));
    },
  };
}

/** What signing out a member needs of the window. */
function memberWindow(
  window: HeldWindow,
  settings: SettingsStore,
): Pick<Parameters<typeof createSharedComputer>[0], 'isBusy' | 'renewWindow' | 'forget'> {
  const resetWindow = (): void => {
    const current = window.find();
    applyAppearance(current, settings.current.appearance);
    if (current) setZoom(current, settings.current.zoomFactor);
  };
  return {
    isBusy: () => {
      const current = window.find();
      return current !== null && isAudible(current);
    },
    renewWindow: window.renew,
    forget: [resetWindow],
  };
}

function menuActions(window: HeldWindow, settings: SettingsStore): MenuActions {
  return {
    navigate: (path) => {
      window.show();
      sendToWindows('navigate', { path });
    },
    zoom: (step) => {
      settings.update({ zoomFactor: nextZoom(settings.current.zoomFactor, step) });
      const current = window.find();
      if (current) setZoom(current, settings.current.zoomFactor);
    },
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
