import { join } from 'node:path';
import { appMenu, nextZoom, type MenuActions } from './core/app-menu.ts';
import { DEFAULT_CAPTURE_POLICY } from './core/capture.ts';
import { CLIENT_CHECK_EVERY_MS, createClientCheck } from './core/client-check.ts';
import { createToasts, KEYCHAIN_TOAST } from './core/toasts.ts';
import { SessionStore } from './core/session-store.ts';
import { spellCheckerOf } from './core/spell-checker.ts';
import { createCalls, type Calls } from './calls.ts';
import type { ShellConfig } from './config.ts';
import { createEveryday, type Everyday } from './everyday.ts';
import { liveHandlers } from './live.ts';
import { createMedia } from './media.ts';
import { OfflineCopies } from './offline.ts';
import { startRecovery, type Recovery } from './recovery.ts';
import { shellHandlers } from './shell.ts';
import { createUpdates } from './updates.ts';
import { cookiesOf, fetchMeta, openAccount, type Account } from './platform/account.ts';
import { isAnyPageAudible } from './platform/activity.ts';
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
import { applyAppearance, goInHistory, openMainWindow } from './platform/main-window.ts';
import { setAppMenu } from './platform/menu.ts';
import { registerScheme, serveScheme } from './platform/scheme.ts';
import { openSettings, type SettingsStore } from './platform/settings-store.ts';
import type { HeldWindow } from './window.ts';

/** Parameters of the shell, from the entry point. */
interface ShellParts {
  config: ShellConfig;
  platform: NodeJS.Platform;
  preloadFile: string;
  rendererDir: string;
  /** Folder of the images of the tray. */
  traysDir: string;
  /** The command line of this start. */
  argv: readonly string[];
  /** Prints a warning on the console. */
  print: (message: string) => void;
}

/** Starts the shell: first what must run before the system is ready, then the rest. A second instance quits at once. */
export function startShell(parts: ShellParts): void {
  prepareApp(parts.config.userDataDir, parts.platform);
  if (!isOnlyInstance()) return quitApp();
  registerScheme();
  const recovery = startRecovery({ ...parts, logsDir: logsDir() });
  whenReady(() => boot(parts, recovery));
}

/** Starts the parts in order; `onQuit` stops them in reverse order. */
async function boot(shell: ShellParts, recovery: Recovery): Promise<void> {
  const { config, platform } = shell;
  const installation = readInstallation();
  const { version: appVersion, isPackaged } = installation;
  const settings = openSettings(recovery.warn, recovery.options.isSafeMode);
  const serverUrl = (): string | null => settings.current.serverUrl;
  const spellChecker = spellCheckerOf(platform, config.dictionaryUrl);
  const media = createMedia({
    platform,
    hasSystemPicker: config.isWayland,
    settings,
    policy: () => DEFAULT_CAPTURE_POLICY,
    userId: () => live.userId,
    windowParts: () => windowParts,
    window: () => calls.window.find(),
  });
  const account = openAccount(spellChecker, media.guard);
  const updates = createUpdates({
    ...{ installation, config, platform },
    policy: () => 'automatic',
    isBusy: isAnyPageAudible,
    warn: recovery.warn,
  });
  const clientCheck = createClientCheck({
    fetchMeta: (origin) => fetchMeta(account, origin),
    serverUrl,
    appVersion,
    onResult: (requiredVersion) => sendToWindows('clientCheck', { requiredVersion }),
    onUpdateFeed: updates.setFeed,
  });
  const checkClient = (): void => void clientCheck.check();
  const offline = new OfflineCopies({
    account,
    rootDir: join(installation.userDataDir, 'offline'),
    serverUrl,
    send: (state) => sendToWindows('offlineState', state),
  });
  serveScheme(account, { ...shell, ...config, serverUrl, appVersion, offline, onTooOld: checkClient });

  const toasts = createToasts((toast) => sendToWindows('toast', toast));
  const sessions = storeSessions({ account, serverUrl, settings, toasts });
  const { isEnabled: hasSpelling } = spellChecker;
  const windowParts = { account, settings, preloadFile: shell.preloadFile, isPackaged, isSpellingChecked: hasSpelling };
  const calls: Calls = createCalls({
    ...shell,
    ...windowParts,
    desktop: config.desktop,
    live: () => live,
    openWindow: (how) => openMainWindow({ ...windowParts, ...how }),
  });
  const { window } = calls;
  const everyday: Everyday = createEveryday({
    ...{ platform, hasSpelling, recovery, appVersion, account, settings, serverUrl, window },
    appImage: config.appImage,
    live: () => live,
    publish: toasts.publish,
    showMenu: (role) => {
      const actions = menuActions({ window, settings, everyday, recovery });
      setAppMenu(appMenu({ platform, isPackaged, role, actions }));
    },
  });
  const live = createLive(account, serverUrl, [calls.follower, ...everyday.followers]);

  const parts = { installation, config, platform, settings, account, sessions, clientCheck, live, offline, toasts };
  const handlers = {
    ...calls.watch({
      ...shellHandlers({ ...parts, window: window.find, setBadge: everyday.messages.reportUnread }),
      ...liveHandlers(live, (userId) => offline.follow(userId)),
    }),
    ...calls.handlers,
    ...offline.handlers,
    ...updates.handlers,
    ...media.handlers,
    ...everyday.handlers,
  };
  serveBridge(handlers, (name, error) => recovery.warn(`The call ${name} failed: ${String(error)}`));
  const stopChecking = repeat(checkClient);
  const onQuit = async (): Promise<void> => {
    stopChecking();
    calls.stop();
    updates.stop();
    everyday.stop();
    live.disconnect();
    await sessions.settled();
  };
  followLifecycle({ ...calls.lifecycle, onQuit }, platform);
  applyAppearance(null, settings.current.appearance);
  // The first request of the page must already contain the session.
  await sessions.restore(Date.now());
  everyday.start();
  calls.start();
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
