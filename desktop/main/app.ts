import { join } from 'node:path';
import { appMenu, nextZoom, type MenuActions } from './core/app-menu.ts';
import { DEFAULT_CAPTURE_POLICY } from './core/capture.ts';
import { CLIENT_CHECK_EVERY_MS, createClientCheck } from './core/client-check.ts';
import { createToasts, KEYCHAIN_TOAST } from './core/toasts.ts';
import { SessionStore } from './core/session-store.ts';
import type { UpdatePolicy } from './core/updates.ts';
import { spellCheckerOf } from './core/spell-checker.ts';
import { createCalls } from './calls.ts';
import type { ShellConfig } from './config.ts';
import { liveHandlers } from './live.ts';
import { createMedia } from './media.ts';
import { OfflineCopies } from './offline.ts';
import { shellHandlers } from './shell.ts';
import { createUpdates } from './updates.ts';
import { cookiesOf, fetchMeta, openAccount } from './platform/account.ts';
import { isAnyPageAudible } from './platform/activity.ts';
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
import { applyAppearance, openMainWindow, setZoom } from './platform/main-window.ts';
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
  warn: (message: string) => void;
}

/** Starts the shell: first what must run before the system is ready, then the rest. A second instance quits at once. */
export function startShell(parts: ShellParts): void {
  prepareApp(parts.config.userDataDir, parts.platform);
  if (!isOnlyInstance()) return quitApp();
  registerScheme();
  whenReady(() => boot(parts));
}

/** Starts the parts in order; `onQuit` stops them in reverse order. */
async function boot({ config, platform, preloadFile, rendererDir, traysDir, warn }: ShellParts): Promise<void> {
  const installation = readInstallation();
  const { version: appVersion, isPackaged } = installation;
  const settings = openSettings(warn);
  const serverUrl = (): string | null => settings.current.serverUrl;
  const spellChecker = spellCheckerOf(platform, config.dictionaryUrl);
  const media = createMedia({
    platform,
    hasSystemPicker: config.isWayland,
    settings,
    policy: () => DEFAULT_CAPTURE_POLICY,
    userId: () => live.userId,
    windowParts: () => windowParts,
    window: () => window.find(),
  });
  const account = openAccount(spellChecker, media.guard);
  const policy = (): UpdatePolicy => 'automatic';
  const updates = createUpdates({ installation, config, platform, policy, isBusy: isAnyPageAudible, warn });
  const clientCheck = createClientCheck({
    fetchMeta: (origin) => fetchMeta(account, origin),
    serverUrl,
    appVersion,
    onResult: (requiredVersion) => sendToWindows('clientCheck', { requiredVersion }),
    onUpdateFeed: updates.setFeed,
  });
  const checkClient = (): void => void clientCheck.check();
  const { devServerUrl } = config;
  const offline = new OfflineCopies({
    account,
    rootDir: join(installation.userDataDir, 'offline'),
    serverUrl,
    send: (state) => sendToWindows('offlineState', state),
  });
  serveScheme(account, { rendererDir, devServerUrl, serverUrl, appVersion, offline, onTooOld: checkClient });

  const toasts = createToasts((toast) => sendToWindows('toast', toast));
  const sessions = new SessionStore({
    jar: cookiesOf(account),
    keychain: systemKeychain(),
    serverUrl,
    onUnavailable: () => {
      if (settings.current.isKeychainNoticeShown) return;
      settings.update({ isKeychainNoticeShown: true });
      toasts.publish(KEYCHAIN_TOAST);
    },
  });
  const windowParts = { account, settings, preloadFile, isPackaged, isSpellingChecked: spellChecker.isEnabled };
  const calls = createCalls({
    ...windowParts,
    platform,
    desktop: config.desktop,
    traysDir,
    live: () => live,
    openWindow: () => openMainWindow(windowParts),
  });
  const { window } = calls;
  const live = createLive(account, serverUrl, calls.follower);

  const parts = { installation, config, platform, settings, account, sessions, clientCheck, live, offline, toasts };
  const handlers = {
    ...calls.watch({
      ...shellHandlers({ ...parts, window: window.find }),
      ...liveHandlers(live, (userId) => offline.follow(userId)),
    }),
    ...calls.handlers,
    ...offline.handlers,
    ...updates.handlers,
    ...media.handlers,
  };
  serveBridge(handlers, (name, error) => warn(`The call ${name} failed: ${String(error)}`));
  const stopChecking = repeat(checkClient);
  const onQuit = async (): Promise<void> => {
    stopChecking();
    calls.stop();
    updates.stop();
    live.disconnect();
    await sessions.settled();
  };
  followLifecycle(
    {
      onSecondInstance: window.show,
      onActivate: window.show,
      onBeforeQuit: window.allowClosing,
      staysWithoutWindows: calls.staysWithoutWindows,
      onQuit,
    },
    platform,
  );
  setAppMenu(appMenu({ platform, isPackaged, actions: menuActions(window, settings) }));
  applyAppearance(null, settings.current.appearance);
  // The first request of the page must already contain the session.
  await sessions.restore(Date.now());
  calls.start();
  window.show();
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
