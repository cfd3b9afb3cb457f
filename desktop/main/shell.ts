import type { AppInfo, ServerCheck, ShellCalls } from '#shared/bridge/shell.ts';
import type { LiveSession } from '#shared/realtime/live-session.ts';
import type { Accounts } from './accounts.ts';
import type { ShellConfig } from './config.ts';
import type { ClientCheck } from './core/client-check.ts';
import type { HandlersOf } from './core/handle-call.ts';
import type { createToasts } from './core/toasts.ts';
import type { Policy } from './core/policy.ts';
import { choosableServers, suggestedServer } from './core/policy-server.ts';
import { checkServer } from './core/server-address.ts';
import type { Links } from './links.ts';
import type { Network } from './network.ts';
import { applyAppearance, restartPage, type MainWindow } from './platform/main-window.ts';
import type { SettingsStore } from './platform/settings-store.ts';

/** Dependencies of the handlers; `window` returns null while the window is closed. */
interface ShellBridgeParts {
  installation: { version: string };
  config: ShellConfig;
  platform: NodeJS.Platform;
  policy: Policy;
  settings: SettingsStore;
  /** Origin of the server that is used; null before one was chosen. */
  serverUrl: () => string | null;
  accounts: Accounts;
  network: Network;
  links: Links;
  clientCheck: ClientCheck;
  live: LiveSession;
  toasts: ReturnType<typeof createToasts>;
  /** The session was ended, with everything that the page has stored. */
  onSignOut: () => Promise<void>;
  window: () => MainWindow | null;
  /** Shows the number that the page has counted; live.disconnect() removes it. */
  setBadge: (count: number) => void;
  /** Stops downloads and removes their list. */
  clearDownloads: () => void;
}

/** Returns main's handlers of the calls about the server, the window and the computer. */
export function shellHandlers(parts: ShellBridgeParts): HandlersOf<ShellCalls> {
  const { installation, config, policy, settings, serverUrl, accounts, network, links, clientCheck, live } = parts;
  const { toasts } = parts;
  const check = (text: string): Promise<ServerCheck> =>
    checkServer(text, {
      fetchMeta: network.fetchMeta,
      appVersion: installation.version,
      allowed: choosableServers(policy),
    });
  return {
    getAppInfo: (): AppInfo => ({
      version: installation.version,
      platform: parts.platform as AppInfo['platform'],
      serverUrl: serverUrl(),
      suggestedServerUrl: suggestedServer(policy, config.suggestedServerUrl),
      requiredVersion: clientCheck.requiredVersion,
      policy: policy.view,
    }),
    checkServer: check,
    setServer: async (text) => {
      network.retry();
      const result = await check(text);
      if (!result.ok) return result;
      if (result.url !== serverUrl()) {
        parts.clearDownloads();
        live.disconnect();
        await accounts.forgetAll();
        await parts.onSignOut();
        settings.update({ serverUrl: result.url });
      }
      clientCheck.accept();
      const window = parts.window();
      if (window) restartPage(window);
      return result;
    },
    forgetSession: async (what) => {
      // A link that was opened by one member is not for the next.
      if (what === 'everything') links.clear();
      if (what !== 'stored') parts.clearDownloads();
      live.disconnect();
      await accounts.forget(what);
      if (what === 'everything') await parts.onSignOut();
    },
    setAppearance: (appearance) => {
      settings.update({ appearance });
      applyAppearance(parts.window(), appearance);
    },
    setBadge: parts.setBadge,
    takeToasts: () => toasts.take(),
  };
}
