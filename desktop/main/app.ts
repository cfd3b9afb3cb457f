import { appMenu, nextZoom } from './core/app-menu.ts';
import { createNotices, KEYCHAIN_NOTICE } from './core/notices.ts';
import { SessionKeeper } from './core/session-keeper.ts';
import type { ShellConfig } from './config.ts';
import { bridgeHandlers } from './bridge.ts';
import { cookiesOf, openAccount } from './platform/account.ts';
import { announce, serveBridge } from './platform/ipc.ts';
import { systemKeychain } from './platform/keychain.ts';
import {
  followLifecycle,
  isOnlyInstance,
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

/** What the entry knows and the shell is built from. */
export interface ShellParts {
  config: ShellConfig;
  platform: NodeJS.Platform;
  preloadFile: string;
  rendererDir: string;
  warn: (message: string) => void;
}

/** Starts the shell: what has to stand before the system is ready, then the rest. A second instance ends at once. */
export function startShell(parts: ShellParts): void {
  prepareApp(parts.config.userDataDir);
  if (!isOnlyInstance()) return quitApp();
  registerScheme();
  whenReady(() => boot(parts));
}

/** The start order; what has to end with the app is ended in `onQuit`, in reverse. */
async function boot({ config, platform, preloadFile, rendererDir, warn }: ShellParts): Promise<void> {
  const installation = readInstallation();
  const settings = openSettings(warn);
  const serverUrl = (): string | null => settings.current.serverUrl;
  const account = openAccount();
  serveScheme(account, { rendererDir, devServerUrl: config.devServerUrl, serverUrl });

  const notices = createNotices((notice) => announce('notice', notice));
  const keeper = new SessionKeeper({
    jar: cookiesOf(account),
    keychain: systemKeychain(),
    serverUrl,
    onUnavailable: tellOfKeychain,
  });
  const live = createLive(account, serverUrl);
  let window: MainWindow | null = null;
  const openWindow = (): MainWindow =>
    openMainWindow({ account, settings, preloadFile, isPackaged: installation.isPackaged });
  const showWindow = (): void => {
    if (window && isOpen(window)) focusWindow(window);
    else window = openWindow();
  };

  serveBridge(
    bridgeHandlers({ installation, config, platform, settings, account, keeper, live, notices, window: () => window }),
    (name, error) => warn(`The call ${name} failed: ${String(error)}`),
  );
  followLifecycle(
    {
      onSecondInstance: showWindow,
      onActivate: showWindow,
      onQuit: async () => {
        live.disconnect();
        await keeper.settled();
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
          announce('navigate', { path });
        },
        zoom: (step) => {
          settings.update({ zoomFactor: nextZoom(settings.current.zoomFactor, step) });
          if (window && isOpen(window)) setZoom(window, settings.current.zoomFactor);
        },
      },
    }),
  );
  applyAppearance(null, settings.current.appearance);
  // The page's first request is to carry the session already.
  await keeper.restore(Date.now());
  showWindow();

  function tellOfKeychain(): void {
    if (settings.current.isKeychainNoticeShown) return;
    settings.update({ isKeychainNoticeShown: true });
    notices.tell(KEYCHAIN_NOTICE);
  }
}
