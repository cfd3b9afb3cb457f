import type { LiveSession } from '#shared/realtime/live-session.ts';
import { join } from 'node:path';
import { createAccounts, type Accounts } from './accounts.ts';
import type { Base } from './base.ts';
import { createCalls, type Calls } from './calls.ts';
import { createClientCheck, type ClientCheck } from './core/client-check.ts';
import { capturePolicy, recommendedChoices } from './core/managed.ts';
import { keychainOfSharedComputer } from './core/session-store.ts';
import { KEYCHAIN_TOAST } from './core/toasts.ts';
import { createEveryday, type Everyday } from './everyday.ts';
import { throughRenewals } from './live.ts';
import { createMedia, type Media } from './media.ts';
import { createMenu, type AppMenu } from './menu.ts';
import { createNetwork, type Network } from './network.ts';
import { OfflineCopies } from './offline.ts';
import { openAccountSession, type AccountSession } from './platform/account.ts';
import { isAnyPageAudible } from './platform/activity.ts';
import { sendToWindows } from './platform/ipc.ts';
import { systemKeychain } from './platform/keychain.ts';
import { createLive, type LiveFollower } from './platform/live.ts';
import { applyAppearance, openMainWindow } from './platform/main-window.ts';
import { temporaryDownloads } from './platform/profile.ts';
import { serveScheme } from './platform/scheme.ts';
import { fetchFromServer } from './platform/server.ts';
import { createSharedComputer, type SharedComputer } from './shared-computer.ts';
import { createUpdates, type Updates } from './updates.ts';

/** The modules of main, which depend on each other. */
export interface Modules {
  media: Media;
  network: Network;
  updates: Updates;
  clientCheck: ClientCheck;
  offline: OfflineCopies;
  accounts: Accounts;
  calls: Calls;
  everyday: Everyday;
  menu: AppMenu;
  live: LiveSession;
  shared: SharedComputer;
}

/** Creates the modules. Nothing runs before each is started; until then they must not ask each other. */
export function createModules(base: Base): Modules {
  const { config, settings, serverUrl, policy, recovery } = base;
  const account = (): AccountSession => modules.accounts.current;
  const isBusy = (): boolean => isInUse(modules.calls);
  const network = createNetwork({ proxy: proxyOf(base), account, serverUrl });
  const updates = createUpdates({
    ...base,
    policy: () => policy.current.updates,
    isBusy,
    proxy: proxyOf(base),
    beginRequest: network.beginRequest,
    warn: recovery.warn,
  });
  const clientCheck = createClientCheck({
    fetchMeta: network.fetchMeta,
    serverUrl,
    appVersion: base.installation.version,
    onResult: (requiredVersion) => sendToWindows('clientCheck', { requiredVersion }),
    onUpdateFeed: updates.setFeed,
  });
  const media = openMedia(base, () => modules);
  const offline = openOffline(base, { account, accounts: () => modules.accounts });
  const calls = createCalls({
    ...base,
    account,
    desktop: config.desktop,
    live: () => modules.live,
    onWindowClosed: () => modules.shared.onWindowClose(),
    onPageGone: () => leavePage(base, modules),
    onAway: (isAway) => modules.everyday.setAway(isAway),
    closeBehaviour: () => policy.choose('closeBehaviour', settings.current.closeBehaviour ?? undefined),
    openWindow: (how) => openMainWindow({ ...windowParts(base, modules), ...how }),
  });
  const menu = createMenu(base, () => modules);
  const everyday = openEveryday(base, { account, network, calls, modules: () => modules });
  const live = createLive({
    account,
    serverUrl,
    followers: [calls.follower, offline.follower, ...renewed(everyday, calls)],
    hasCalls: policy.current.calls,
    onPaused: network.onFailure,
  });
  const accounts = openAccounts(base, () => modules);
  const shared = openSharedComputer(base, { account, accounts, calls, everyday, live });
  const modules: Modules = {
    media,
    network,
    updates,
    clientCheck,
    offline,
    accounts,
    calls,
    everyday,
    menu,
    live,
    shared,
  };
  return modules;
}

/** Returns the followers of messages, from which a renewal of the live link is hidden. */
function renewed(everyday: Everyday, calls: Calls): LiveFollower[] {
  return everyday.followers.map((follower) => throughRenewals(follower, calls.isRenewing));
}

/** The page is gone: no toast can be sent to it, and it does not finish the sign-out that it has begun. */
function leavePage({ toasts }: Base, { accounts }: Modules): void {
  toasts.onPageGone();
  accounts.finishSignOut();
}

/** Creates camera, microphone and screen of the pages. */
function openMedia(base: Base, modules: () => Modules): Media {
  const { config, platform, settings, serverUrl, policy } = base;
  return createMedia({
    serverUrl,
    platform,
    settings,
    hasSystemPicker: config.isWayland,
    policy: () => capturePolicy(policy),
    recommended: () => recommendedChoices(policy),
    userId: () => modules().live.userId,
    windowParts: () => windowParts(base, modules()),
    window: () => modules().calls.window.find(),
  });
}

function openSharedComputer(
  base: Base,
  parts: Pick<Modules, 'accounts' | 'calls' | 'everyday' | 'live'> & { account: () => AccountSession },
): SharedComputer {
  const { account, accounts, calls, everyday, live } = parts;
  return createSharedComputer({
    ...base,
    account,
    hasAccount: () => accounts.isStarted,
    // The page connects before it reports its user.
    isSignedIn: () => live.userId !== undefined || accounts.hasUsers,
    live,
    warn: base.recovery.warn,
    isBusy: () => isInUse(calls),
    forgetAccounts: async () => {
      everyday.clearDownloads();
      await accounts.forgetAll();
    },
    hasWindow: () => calls.window.find() !== null,
    renewWindow: calls.window.renew,
    forget: [
      everyday.closeNotifications,
      everyday.messages.forgetAll,
      everyday.applySettings,
      () => resetWindow(base, calls),
    ],
  });
}

/** True while a call goes on, or a page plays sound. */
function isInUse(calls: Calls): boolean {
  return calls.hasCall() || isAnyPageAudible();
}

/** Creates the copies of files. On a shared computer there are none. */
function openOffline(
  { installation, isShared, serverUrl }: Base,
  { account, accounts }: { account: () => AccountSession; accounts: () => Accounts },
): OfflineCopies {
  return new OfflineCopies({
    fetchFromServer: (...request) => fetchFromServer(account(), ...request),
    rootDir: join(installation.userDataDir, 'offline'),
    serverUrl: () => (isShared ? null : serverUrl()),
    keyOf: (userId) => accounts().fileKeyOf(userId),
    send: (state) => sendToWindows('offlineState', state),
  });
}

/** Returns the proxy of the policy, that of the environment, or what the policy recommends. */
function proxyOf({ policy, config }: Base): string {
  return policy.isManaged('proxy') ? policy.current.proxy : (config.proxyRules ?? policy.current.proxy);
}

/** What the app's window, and those that belong to it, are opened with. */
function windowParts(base: Base, { accounts, shared }: Modules) {
  return {
    account: accounts.current,
    settings: base.settings,
    serverUrl: base.serverUrl,
    preloadFile: base.preloadFile,
    hasDevTools: base.hasDevTools,
    isSpellingChecked: base.spellChecker.isEnabled,
    isKiosk: base.policy.current.kioskFullscreen,
    onSessionEnd: () => shared.onSessionEnd(),
  };
}

/** Creates the accounts. Each serves the app in an Electron session of its own. */
function openAccounts(base: Base, modules: () => Modules): Accounts {
  const { config, serverUrl, spellChecker, isShared, policy } = base;
  const keychain = systemKeychain();
  return createAccounts({
    ...base,
    keychain: isShared ? keychainOfSharedComputer(keychain) : keychain,
    proxy: proxyOf(base),
    // The modules are created one after the other.
    offline: {
      wipe: (userId) => modules().offline.wipe(userId),
      wipeAll: () => modules().offline.wipeAll(),
      keepOnly: (users) => modules().offline.keepOnly(users),
    },
    onUnavailable: () => !isShared && noteKeychain(base),
    onSignedOut: () => modules().live.disconnect(),
    open: async (partition) => {
      const { media, network, offline, everyday, clientCheck } = modules();
      const account = openAccountSession(partition, spellChecker, media.guard);
      await network.use(account);
      serveScheme(account, {
        serverUrl,
        offline,
        rendererDir: base.rendererDir,
        devServerUrl: config.devServerUrl,
        hasAdvertisements: policy.current.advertisements,
        onTooOld: () => void clientCheck.check(),
        onFailure: network.onFailure,
      });
      everyday.follow(account);
      return account;
    },
    onSwitch: () => {
      const { live, calls, everyday, offline, accounts } = modules();
      everyday.clearDownloads();
      offline.follow(accounts.userId ?? undefined);
      live.disconnect();
      calls.window.reopen();
    },
    onChanged: () => modules().menu.refresh(),
    onForgotten: (userId) => modules().everyday.messages.forget(userId),
  });
}

/** Notifies the member, once, that this computer cannot store sessions. */
function noteKeychain({ settings, toasts }: Base): void {
  if (settings.current.isKeychainNoticeShown) return;
  settings.update({ isKeychainNoticeShown: true });
  toasts.publish(KEYCHAIN_TOAST);
}

function openEveryday(
  base: Base,
  {
    account,
    network,
    calls,
    modules,
  }: Pick<Modules, 'network' | 'calls'> & { account: () => AccountSession; modules: () => Modules },
): Everyday {
  const { platform, policy, settings, serverUrl, recovery } = base;
  return createEveryday({
    platform,
    policy,
    settings,
    serverUrl,
    recovery,
    account,
    window: calls.window,
    hasSpelling: base.spellChecker.isEnabled,
    fetchMeta: network.fetchMeta,
    captureAccess: () => modules().media.access(),
    sharedDownloads: base.isShared ? temporaryDownloads() : null,
    appImage: base.config.appImage,
    live: () => modules().live,
    publish: base.toasts.publish,
    onUnread: calls.showUnread,
    showMenu: (role) => modules().menu.show(role),
    storeReplies: (userId, replies) => modules().accounts.storeReplies(userId, replies),
  });
}

/** Shows the window as before the member changed it. */
function resetWindow({ settings }: Base, { window }: Calls): void {
  applyAppearance(window.find(), settings.current.appearance);
  window.zoom(settings.current.zoomFactor);
}
