import type { AppInfo, ServerCheck, ShellCalls } from '#shared/bridge/shell.ts';
import type { LiveSession } from '#shared/realtime/live-session.ts';
import type { Accounts } from './accounts.ts';
import type { ShellConfig } from './config.ts';
import type { ClientCheck } from './core/client-check.ts';
import type { HandlersOf } from './core/handle-call.ts';
import type { createToasts } from './core/toasts.ts';
import { checkServer } from './core/server-address.ts';
import type { Links } from './links.ts';
import type { Network } from './network.ts';
import { setBadge } from './platform/lifecycle.ts';
import { applyAppearance, restartPage, type MainWindow } from './platform/main-window.ts';
import type { SettingsStore } from './platform/settings-store.ts';

/** Dependencies of the handlers; `window` returns null while the window is closed. */
interface ShellBridgeParts {
  installation: { version: string };
  config: ShellConfig;
  platform: NodeJS.Platform;
  settings: SettingsStore;
  accounts: Accounts;
  network: Network;
  links: Links;
  clientCheck: ClientCheck;
  live: LiveSession;
  toasts: ReturnType<typeof createToasts>;
  window: () => MainWindow | null;
}

/** Returns main's handlers of the calls about the server, the window and the computer. */
export function shellHandlers(parts: ShellBridgeParts): HandlersOf<ShellCalls> {
  const { installation, config, settings, accounts, network, links, clientCheck, live, toasts } = parts;
  const check = (text: string): Promise<ServerCheck> =>
    checkServer(text, { fetchMeta: network.fetchMeta, appVersion: installation.version });
  const forgetSession = async (what: 'stored' | 'session' | 'everything'): Promise<void> => {
    live.disconnect();
    setBadge(0);
    await accounts.forget(what);
  };
  return {
    getAppInfo: (): AppInfo => ({
      version: installation.version,
      platform: parts.platform as AppInfo['platform'],
      serverUrl: settings.current.serverUrl,
      suggestedServerUrl: config.suggestedServerUrl,
      requiredVersion: clientCheck.requiredVersion,
    }),
    checkServer: check,
    setServer: async (text) => {
      network.retry();
      const result = await check(text);
      if (!result.ok) return result;
      if (result.url !== settings.current.serverUrl) {
        await forgetSession('everything');
        await accounts.forgetAll();
        settings.update({ serverUrl: result.url });
      }
      clientCheck.accept();
      const window = parts.window();
      if (window) restartPage(window);
      return result;
    },
    forgetSession: (what) => {
      // A link that was opened by one member is not for the next.
      if (what === 'everything') links.clear();
      return forgetSession(what);
    },
    setAppearance: (appearance) => {
      settings.update({ appearance });
      applyAppearance(parts.window(), appearance);
    },
    setBadge,
    takeToasts: () => toasts.take(),
  };
}
