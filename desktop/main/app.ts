import { appMenu, nextZoom } from './core/app-menu.ts';
import { CLIENT_CHECK_EVERY_MS, createClientCheck } from './core/client-check.ts';
import { createToasts, KEYCHAIN_TOAST } from './core/toasts.ts';
import { SessionStore } from './core/session-store.ts';
import type { ShellConfig } from './config.ts';
import { bridgeHandlers } from './bridge.ts';
import { cookiesOf, fetchMeta, openAccount } from './platform/account.ts';
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
  focusWindow,
  isOpen,
  openMainWindow,
  setZoom,
  type MainWindow,
} from './platform/main-window.ts';
import { setAppMenu } from './platform/menu.ts';
import { registerScheme, serveScheme } from './platform/scheme.ts';
import { openSettings } from './platform/settings-store.ts';

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
  whenReady(() => boot(parts));
}

/** Starts the parts in order; `onQuit` stops them in reverse order. */
async function boot({ config, platform, preloadFile, rendererDir, warn }: ShellParts): Promise<void> {
  const installation = readInstallation();
  const settings = openSettings(warn);
  const serverUrl = (): string | null => settings.current.serverUrl;
  const account = openAccount();
  const appVersion = installation.version;
  const clientCheck = createClientCheck({
    fetchMeta: (origin) => fetchMeta(account, origin),
    serverUrl,
    appVersion,
    onResult: (requiredVersion) => sendToWindows('clientCheck', { requiredVersion }),
  });
  const checkClient = (): void => void clientCheck.check();
  const { devServerUrl } = config;
  serveScheme(account, { rendererDir, devServerUrl, serverUrl, appVersion, onTooOld: checkClient });

  const toasts = createToasts((toast) => sendToWindows('toast', toast));
  const sessions = new SessionStore({
    jar: cookiesOf(account),
    keychain: systemKeychain(),
    serverUrl,
    onUnavailable: notifyKeychainUnavailable,
  });
  const live = createLive(account, serverUrl);
  let window: MainWindow | null = null;
  const showWindow = (): void => {
    if (window && isOpen(window)) focusWindow(window);
    else window = openMainWindow({ account, settings, preloadFile, isPackaged: installation.isPackaged });
  };

  const parts = { installation, config, platform, settings, account, sessions, clientCheck, live, toasts };
  serveBridge(bridgeHandlers({ ...parts, window: () => window }), (name, error) =>
    warn(`The call ${name} failed: ${String(error)}`),
  );
  const stopChecking = repeat(checkClient);
  followLifecycle(
    {
      onSecondInstance: showWindow,
      onActivate: showWindow,
      onQuit: async () => {
        stopChecking();
        live.disconnect();
        await sessions.settled();
      },
    },
    platform,
  );
  setAppMenu(
    appMenu({
      platform,
      isPackaged: installation.isPackaged,
      actions: {
        navigate: (path) => {
          showWindow();
          sendToWindows('navigate', { path });
        },
        zoom: (step) => {
          settings.update({ zoomFactor: nextZoom(settings.current.zoomFactor, step) });
          if (window && isOpen(window)) setZoom(window, settings.current.zoomFactor);
        },
      },
    }),
  );
  applyAppearance(null, settings.current.appearance);
  // The first request of the page must already contain the session.
  await sessions.restore(Date.now());
  showWindow();

  function notifyKeychainUnavailable(): void {
    if (settings.current.isKeychainNoticeShown) return;
    settings.update({ isKeychainNoticeShown: true });
    toasts.publish(KEYCHAIN_TOAST);
  }
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
