import { join } from 'node:path';
import { createAccounts, type Accounts } from './accounts.ts';
import { appMenu, nextZoom, type MenuActions } from './core/app-menu.ts';
import { CLIENT_CHECK_EVERY_MS, createClientCheck } from './core/client-check.ts';
import { LINK_SCHEME } from './core/deep-links.ts';
import { capturePolicy } from './core/managed.ts';
import type { Policy } from './core/policy.ts';
import { serverOf } from './core/policy-server.ts';
import { createToasts, KEYCHAIN_TOAST } from './core/toasts.ts';
import { keychainOfSharedComputer } from './core/session-store.ts';
import { spellCheckerOf } from './core/spell-checker.ts';
import { createCalls, type Calls } from './calls.ts';
import type { ShellConfig } from './config.ts';
import { createEveryday, type Everyday } from './everyday.ts';
import { createLinks, type Links } from './links.ts';
import { liveHandlers } from './live.ts';
import { createMedia } from './media.ts';
import { createNetwork } from './network.ts';
import { OfflineCopies } from './offline.ts';
import { loadPolicy } from './policy.ts';
import { startRecovery, type Recovery } from './recovery.ts';
import { createSharedComputer, type SharedComputer } from './shared-computer.ts';
import { shellHandlers } from './shell.ts';
import { createUpdates } from './updates.ts';
import { openAccount } from './platform/account.ts';
import { isAnyPageAudible } from './platform/activity.ts';
import { sendToWindows, serveBridge } from './platform/ipc.ts';
import { systemKeychain } from './platform/keychain.ts';
import {
  followLifecycle,
  followLinks,
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
import { isWipeDue, temporaryDownloads, wipeProfile } from './platform/profile.ts';
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
  // A shared computer that was not wiped is wiped before Chromium opens its files, and before any window.
  if (isWipeDue()) wipeProfile();
  const recovery = startRecovery({ ...parts, logsDir: logsDir() });
  const policy = loadPolicy({ ...parts, warn: recovery.warn });
  const links = createLinks();
  links.onStart(parts.argv);
  followLinks(LINK_SCHEME, parts.platform, links.onLink);
  whenReady(async () => boot(parts, { recovery, links, policy: await policy }));
}

/** What exists before the app is ready. */
interface Started {
  recovery: Recovery;
  links: Links;
  policy: Policy;
}

/** Starts the parts in order; `onQuit` stops them in reverse order. */
async function boot(shell: ShellParts, { recovery, links, policy }: Started): Promise<void> {
  const { config, platform } = shell;
  const installation = readInstallation();
  const { version: appVersion } = installation;
  const hasDevTools = policy.isManaged('devTools') ? policy.current.devTools : !installation.isPackaged;
  const isShared = policy.current.sharedComputer;
  const settings = openSettings(recovery.warn, recovery.options.isSafeMode);
  const serverUrl = (): string | null => serverOf(policy, settings.current.serverUrl);
  const spellChecker = spellCheckerOf(platform, policy.current.spellcheckDictionaryUrl ?? config.dictionaryUrl);
  const media = createMedia({
    platform,
    hasSystemPicker: config.isWayland,
    settings,
    policy: () => capturePolicy(policy),
    userId: () => live.userId,
    windowParts: () => windowParts(),
    window: () => calls.window.find(),
  });
  const account = () => accounts.current;
  const proxy = policy.isManaged('proxy') ? policy.current.proxy : (config.proxyRules ?? policy.current.proxy);
  const network = createNetwork({ proxy, account, serverUrl });
  const updates = createUpdates({
    ...{ installation, config, platform },
    policy: () => policy.current.updates,
    isBusy: () => calls.hasCall() || isAnyPageAudible(),
    warn: recovery.warn,
  });
  const clientCheck = createClientCheck({
    fetchMeta: network.fetchMeta,
    serverUrl,
    appVersion,
    onResult: (requiredVersion) => sendToWindows('clientCheck', { requiredVersion }),
    onUpdateFeed: updates.setFeed,
  });
  const checkClient = (): void => void clientCheck.check();
  const offline = new OfflineCopies({
    account: { fetch: (...request) => account().fetch(...request) },
    rootDir: join(installation.userDataDir, 'offline'),
    // Nothing is kept of a member of a shared computer.
    serverUrl: () => (isShared ? null : serverUrl()),
    send: (state) => sendToWindows('offlineState', state),
  });
  const hasAdvertisements = policy.current.advertisements;
  const sources = { ...shell, ...config, serverUrl, hasAdvertisements, appVersion, offline };
  const onFailure = network.onFailure;

  const toasts = createToasts((toast) => sendToWindows('toast', toast));
  const accounts: Accounts = createAccounts({
    settings,
    serverUrl,
    keychain: isShared ? keychainOfSharedComputer(systemKeychain()) : systemKeychain(),
    onUnavailable: () => !isShared && noteKeychain(settings, toasts),
    open: async (partition) => {
      const opened = openAccount(partition, spellChecker, media.guard);
      await network.use(opened);
      serveScheme(opened, { ...sources, onTooOld: checkClient, onFailure });
      everyday.follow(opened);
      return opened;
    },
    onSwitch: () => {
      live.disconnect();
      window.reopen();
    },
  });
  const { isEnabled: hasSpelling } = spellChecker;
  const windowParts = () => ({
    ...{ account: account(), settings, serverUrl, hasDevTools },
    preloadFile: shell.preloadFile,
    isSpellingChecked: hasSpelling,
    isKiosk: policy.current.kioskFullscreen,
    onClose: () => shared.onWindowClose(),
    onSessionEnd: () => shared.onSessionEnd(),
  });
  const calls: Calls = createCalls({
    ...shell,
    ...{ account, settings, hasDevTools },
    desktop: config.desktop,
    live: () => live,
    closeBehaviour: () => policy.choose('closeBehaviour', settings.current.closeBehaviour),
    openWindow: (how) => openMainWindow({ ...windowParts(), ...how }),
  });
  const { window } = calls;
  const everyday: Everyday = createEveryday({
    ...{ platform, hasSpelling, recovery, appVersion, account, settings, serverUrl, window },
    policy,
    fetchMeta: network.fetchMeta,
    sharedDownloads: isShared ? temporaryDownloads() : null,
    appImage: config.appImage,
    live: () => live,
    publish: toasts.publish,
    showMenu: (role) => {
      const actions = menuActions({ window, settings, everyday, recovery });
      setAppMenu(appMenu({ platform, isPackaged: !hasDevTools, role, actions }));
    },
  });
  const live = createLive({
    account,
    serverUrl,
    followers: [calls.follower, ...everyday.followers],
    onPaused: onFailure,
  });
  // The first request of the page must already contain the session.
  await accounts.start(Date.now());

  const member = { platform, policy, account, serverUrl, settings, live };
  const shared: SharedComputer = createSharedComputer({
    ...member,
    warn: recovery.warn,
    isBusy: () => calls.hasCall() || isAnyPageAudible(),
    forgetAccounts: () => accounts.forgetAll(),
    renewWindow: window.renew,
    forget: [() => offline.wipe(), everyday.closeNotifications, () => resetWindow(window, settings)],
  });
  links.setWindow(() => window.show());
  const parts = { ...member, installation, config, accounts, network, links, clientCheck, offline, toasts };
  const handlers = {
    ...calls.watch({
      ...shellHandlers({
        ...parts,
        window: window.find,
        setBadge: everyday.messages.reportUnread,
        onSignOut: () => shared.onSignOut(),
      }),
      ...liveHandlers(live, (userId) => offline.follow(userId)),
    }),
    ...calls.handlers,
    ...accounts.handlers,
    ...network.handlers,
    ...links.handlers,
    ...offline.handlers,
    ...updates.handlers,
    ...media.handlers,
    ...everyday.handlers,
    ...shared.handlers,
  };
  serveBridge(handlers, (name, error) => recovery.warn(`The call ${name} failed: ${String(error)}`));
  const stopChecking = repeat(checkClient);
  const onQuit = async (): Promise<void> => {
    stopChecking();
    calls.stop();
    updates.stop();
    everyday.stop();
    await shared.end();
    live.disconnect();
    await accounts.settled();
  };
  followLifecycle({ ...calls.lifecycle, onSecondInstance: links.onStart, onQuit }, platform);
  applyAppearance(null, settings.current.appearance);
  everyday.start();
  calls.start();
  window.start(recovery.options.isHidden || (wasOpenedAtLogin() && policy.choose('startHidden', true)));
}

/** Notifies the member, once, that this computer cannot store sessions. */
function noteKeychain(settings: SettingsStore, toasts: ReturnType<typeof createToasts>): void {
  if (settings.current.isKeychainNoticeShown) return;
  settings.update({ isKeychainNoticeShown: true });
  toasts.publish(KEYCHAIN_TOAST);
}

/** Shows the window as before the member changed it. */
function resetWindow(window: HeldWindow, settings: SettingsStore): void {
  applyAppearance(window.find(), settings.current.appearance);
  window.zoom(settings.current.zoomFactor);
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
