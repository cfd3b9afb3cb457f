import type { UpdatesCalls } from '#shared/bridge/updates.ts';
import type { ShellConfig } from './config.ts';
import type { HandlersOf } from './core/handle-call.ts';
import type { ProxyRequest } from './core/proxy-login.ts';
import { readUpdateKeys } from './core/update-manifest.ts';
import { createUpdateRun } from './core/update-run.ts';
import { INSTALL_EVERY_MS, kindOfInstallation, type UpdatePolicy } from './core/updates.ts';
import { hasVisibleWindow, isWritable, readIdleMs } from './platform/activity.ts';
import { sendToWindows } from './platform/ipc.ts';

/** Dependencies of the updates. */
interface UpdatesParts {
  installation: { version: string; isPackaged: boolean };
  config: ShellConfig;
  platform: NodeJS.Platform;
  policy: () => UpdatePolicy;
  /** The member is in a call, or a page plays sound: the app must not restart. */
  isBusy: () => boolean;
  /** The proxy of the policy, for the requests to the feed. */
  proxy: string;
  beginRequest: () => ProxyRequest;
  warn: (message: string) => void;
}

/** Updates of the client: handlers of their calls, and what starts and stops them. */
export interface Updates {
  handlers: HandlersOf<UpdatesCalls>;
  /** The server was asked for its feed; null when it has none. */
  setFeed: (feed: string | null) => void;
  check: () => void;
  stop: () => void;
}

/** Creates the updates. The updater itself is loaded when there is a feed to check. */
export function createUpdates(parts: UpdatesParts): Updates {
  const { installation, config, platform, policy, isBusy, proxy, beginRequest, warn } = parts;
  const { version: appVersion } = installation;
  const keys = readUpdateKeys(config.updateKeys);
  const run = createUpdateRun({
    installation: kindOfInstallation({ ...installation, ...config, platform, execPath: process.execPath, isWritable }),
    hasKeys: keys.length > 0,
    policy,
    moment: () => ({ isBusy: isBusy(), hasVisibleWindow: hasVisibleWindow(), idleMs: readIdleMs() }),
    openUpdater: async () => {
      const { openUpdater } = await import('./platform/updater.ts');
      return openUpdater({ platform, appVersion, keys, proxy, beginRequest, warn });
    },
    onState: (state) => sendToWindows('updateState', state),
    onError: (error) => warn(`The update failed: ${String(error)}`),
  });
  const timer = setInterval(() => run.installWhenUnused(), INSTALL_EVERY_MS);
  return {
    handlers: {
      getUpdateState: () => run.state,
      checkForUpdates: () => run.check(),
      installUpdate: () => {
        // It would end the call without a question.
        if (isBusy()) throw new Error('A call or a video is running.');
        run.install();
      },
    },
    setFeed: (feed) => run.setFeed(feed),
    check: () => void run.check(),
    stop: () => clearInterval(timer),
  };
}
