import { createAccounts, type Accounts } from './accounts.ts';
import { appMenu, nextZoom, type MenuActions } from './core/app-menu.ts';
import { CLIENT_CHECK_EVERY_MS, createClientCheck } from './core/client-check.ts';
import { LINK_SCHEME } from './core/deep-links.ts';
import { createToasts } from './core/toasts.ts';
import { spellCheckerOf } from './core/spell-checker.ts';
import type { ShellConfig } from './config.ts';
import { createLinks, type Links } from './links.ts';
import { liveHandlers } from './live.ts';
import { createNetwork } from './network.ts';
import { shellHandlers } from './shell.ts';
import { openAccount } from './platform/account.ts';
import { sendToWindows, serveBridge } from './platform/ipc.ts';
import {
  followLifecycle,
  followLinks,
  isOnlyInstance,
  onWakeUp,
  prepareApp,
  quitApp,
  readInstallation,
  setBadge,
  whenReady,
} from './platform/lifecycle.ts';
import { createLive } from './platform/live.ts';
import {
  applyAppearance,
  closeWindow,
  focusWindow,
  isOpen,
  openMainWindow,
  setZoom,
  storePlace,
  type MainWindow,
} from './platform/main-window.ts';
import { setAppMenu } from './platform/menu.ts';
import { registerScheme, serveScheme } from './platform/scheme.ts';
import { openSettings, type SettingsStore } from './platform/settings-store.ts';

/** Parameters of the shell, from the entry point. */
interface ShellParts {
  config: ShellConfig;
  platform: NodeJS.Platform;
  /** Arguments of the start, the program first. */
  argv: readonly string[];
  preloadFile: string;
  rendererDir: string;
  warn: (message: string) => void;
}

/** Starts the shell: first what must run before the system is ready, then the rest. A second instance quits at once. */
export function startShell(parts: ShellParts): void {
  prepareApp(parts.config.userDataDir);
  if (!isOnlyInstance()) return quitApp();
  registerScheme();
  const links = createLinks();
  links.onStart(parts.argv);
  followLinks(LINK_SCHEME, parts.platform, links.onLink);
  whenReady(() => boot(parts, links));
}

/** Starts the parts in order; `onQuit` stops them in reverse order. */
async function boot({ config, platform, preloadFile, rendererDir, warn }: ShellParts, links: Links): Promise<void> {
  const installation = readInstallation();
  const { version: appVersion, isPackaged } = installation;
  const settings = openSettings(warn);
  const serverUrl = (): string | null => settings.current.serverUrl;
  const spellChecker = spellCheckerOf(platform, config.dictionaryUrl);
  const toasts = createToasts((toast) => sendToWindows('toast', toast));
  const network = createNetwork({ proxyRules: config.proxyRules, account: () => accounts.current, serverUrl });
  const clientCheck = createClientCheck({
    fetchMeta: network.fetchMeta,
    serverUrl,
    appVersion,
    onResult: (requiredVersion) => sendToWindows('clientCheck', { requiredVersion }),
  });
  const checkClient = (): void => void clientCheck.check();
  const { devServerUrl } = config;
  const sources = { rendererDir, devServerUrl, serverUrl, appVersion };
  const accounts: Accounts = createAccounts({
    settings,
    toasts,
    open: async (partition) => {
      const account = openAccount(partition, spellChecker);
      await network.use(account);
      serveScheme(account, { ...sources, onTooOld: checkClient, onFailure: network.onFailure });
      return account;
    },
    onSwitch: () => {
      live.disconnect();
      setBadge(0);
      window.reopen();
    },
  });
  const live = createLive({ account: () => accounts.current, serverUrl, onPaused: network.onFailure });
  const isSpellingChecked = spellChecker.isEnabled;
  const window = holdWindow(
    () => openMainWindow({ account: accounts.current, settings, preloadFile, isPackaged, isSpellingChecked }),
    (shown) => storePlace(shown, settings),
  );
  // The first request of the page must already contain the session.
  await accounts.start(Date.now());
  links.setWindow(window.show);

  const shared = { installation, config, platform, settings, accounts, network, links, clientCheck, live, toasts };
  const handlers = {
    ...shellHandlers({ ...shared, window: window.find }),
    ...liveHandlers(live),
    ...network.handlers,
    ...links.handlers,
    ...accounts.handlers,
  };
  serveBridge(handlers, (name, error) => warn(`The call ${name} failed: ${String(error)}`));
  const stopChecking = repeat(checkClient);
  const onQuit = async (): Promise<void> => {
    stopChecking();
    live.disconnect();
    await accounts.settled();
  };
  followLifecycle({ onSecondInstance: links.onStart, onActivate: window.show, onQuit }, platform);
  setAppMenu(appMenu({ platform, isPackaged, actions: menuActions(window, settings) }));
  applyAppearance(null, settings.current.appearance);
  window.show();
}

/** The app's window, which can be closed and opened again. */
interface HeldWindow {
  /** Returns the window; null while it is closed. */
  find: () => MainWindow | null;
  /** Focuses the window, or opens it. */
  show: () => void;
  /** Opens the window again for the account that it has to show now. */
  reopen: () => void;
}

function holdWindow(open: () => MainWindow, storePlace: (window: MainWindow) => void): HeldWindow {
  let last: MainWindow | null = null;
  const find = (): MainWindow | null => (last && isOpen(last) ? last : null);
  return {
    find,
    show: () => {
      const current = find();
      if (current) focusWindow(current);
      else last = open();
    },
    reopen: () => {
      const former = find();
      if (former) storePlace(former);
      // The app would quit if there were no window in between.
      last = open();
      if (former) closeWindow(former);
    },
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
