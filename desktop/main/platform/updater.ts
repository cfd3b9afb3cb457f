import { AppImageUpdater } from 'electron-updater/out/AppImageUpdater.js';
import type { AppUpdater } from 'electron-updater/out/AppUpdater.js';
import { MacUpdater } from 'electron-updater/out/MacUpdater.js';
import { NsisUpdater } from 'electron-updater/out/NsisUpdater.js';
import {
  parseUpdateInfo,
  Provider,
  resolveFiles,
  type ProviderRuntimeOptions,
} from 'electron-updater/out/providers/Provider.js';
import type { ProxyRequest } from '../core/proxy-login.ts';
import { isSigned } from '../core/update-manifest.ts';
import type { UpdaterPort } from '../core/update-run.ts';
import { isUpgrade } from '../core/updates.ts';
import { setProxy } from './account.ts';
import { answerLogin, type LoginAnswer } from './network.ts';

type UpdateInfo = ReturnType<typeof parseUpdateInfo>;
type ResolvedFile = ReturnType<typeof resolveFiles>[number];

/** Parameters of the updater. */
interface UpdaterParts {
  platform: NodeJS.Platform;
  appVersion: string;
  /** Public keys of this build; one of them has to have signed a manifest. */
  keys: readonly string[];
  /** The proxy of the policy. */
  proxy: string;
  beginRequest: () => ProxyRequest;
  warn: (message: string) => void;
}

/** Opens electron-updater for this installation. Its other entry points would put every provider into the bundle. */
export async function openUpdater(parts: UpdaterParts): Promise<UpdaterPort> {
  const { platform, appVersion, keys, proxy, beginRequest, warn } = parts;
  const updater = createUpdater(platform);
  // electron-updater sends its requests in an Electron session of its own, not in that of an account.
  await setProxy(updater.netSession, proxy);
  let request = beginRequest();
  updater.on('login', (challenge, callback) => {
    // The type leaves out that Electron's callback needs no credentials.
    void answerLogin(request, challenge, callback as LoginAnswer);
  });
  const warnShort = (message: unknown): void => warn(`The updater: ${String(message).split('\n')[0] ?? ''}`);
  updater.logger = { info: () => {}, warn: warnShort, error: warnShort };
  updater.allowDowngrade = false;
  updater.allowPrerelease = false;
  return {
    download: async (feed) => {
      // What is downloaded while this is off is never installed when the app quits.
      updater.autoInstallOnAppQuit = true;
      request = beginRequest();
      updater.setFeedURL({ provider: 'custom', updateProvider: SignedProvider, feed, keys, appVersion });
      const result = await updater.checkForUpdates();
      if (!result?.isUpdateAvailable) return null;
      await result.downloadPromise;
      return result.updateInfo.version;
    },
    setInstallOnQuit: (isOn) => {
      updater.autoInstallOnAppQuit = isOn;
    },
    install: () => updater.quitAndInstall(true, true),
  };
}

function createUpdater(platform: NodeJS.Platform): AppUpdater {
  if (platform === 'darwin') return new MacUpdater();
  if (platform !== 'win32') return new AppImageUpdater();
  const updater = new NsisUpdater();
  updater.disableWebInstaller = true;
  return updater;
}

/** Options of the provider, beside those of electron-updater. */
interface FeedOptions {
  feed: string;
  keys: readonly string[];
  appVersion: string;
}

/**
 * Reads `latest*.yml` of a feed with its signature in `latest*.yml.sig`. The hash of each file is in the signed text,
 * so a feed can only offer what the makers of this build have released.
 */
class SignedProvider extends Provider<UpdateInfo> {
  private readonly options: FeedOptions;
  private readonly base: URL;

  constructor(options: unknown, _updater: unknown, runtime: ProviderRuntimeOptions) {
    super(runtime);
    this.options = options as FeedOptions;
    const { feed } = this.options;
    this.base = new URL(feed.endsWith('/') ? feed : `${feed}/`);
  }

  override async getLatestVersion(): Promise<UpdateInfo> {
    const name = `${this.getDefaultChannelName()}.yml`;
    const url = new URL(name, this.base);
    const text = (await this.httpRequest(url)) ?? '';
    const signature = (await this.httpRequest(new URL(`${name}.sig`, this.base))) ?? '';
    if (!isSigned({ name, text, signature }, this.options.keys))
      throw new Error(`The signature of ${url.href} is wrong.`);
    const info = parseUpdateInfo(text, name, url);
    // electron-updater takes the installed version for no update; so an older one is refused as well.
    return isUpgrade(info.version, this.options.appVersion) ? info : { ...info, version: this.options.appVersion };
  }

  override resolveFiles(info: UpdateInfo): ResolvedFile[] {
    return resolveFiles(info, this.base);
  }

  /** electron-updater would send an id of this installation to the feed, by which it could be recognised. */
  override setRequestHeaders(): void {
    super.setRequestHeaders({ 'Cache-Control': 'no-cache' });
  }
}
