import { openBase, type Base, type ShellParts, type Started } from './base.ts';
import { CLIENT_CHECK_EVERY_MS } from './core/client-check.ts';
import { LINK_SCHEME } from './core/deep-links.ts';
import type { BridgeHandlers } from './core/handle-call.ts';
import { managedValues } from './core/managed.ts';
import { createLinks } from './links.ts';
import { liveHandlers } from './live.ts';
import { createModules, type Modules } from './modules.ts';
import { serveBridge } from './platform/ipc.ts';
import {
  followLifecycle,
  followLinks,
  isOnlyInstance,
  logsDir,
  onWakeUp,
  prepareApp,
  quitApp,
  removeDebugSwitches,
  whenReady,
} from './platform/lifecycle.ts';
import { wasOpenedAtLogin } from './platform/login-item.ts';
import { applyAppearance } from './platform/main-window.ts';
import { refuseCertificates } from './platform/network.ts';
import { isWipeDue, wipeProfile } from './platform/profile.ts';
import { registerScheme } from './platform/scheme.ts';
import { readPolicy } from './policy.ts';
import { startRecovery } from './recovery.ts';
import { shellHandlers } from './shell.ts';

/** Starts the shell: first what must run before the system is ready, then the rest. A second instance quits at once. */
export function startShell(parts: ShellParts): void {
  prepareApp(parts.config.userDataDir, parts.platform);
  removeDebugSwitches();
  if (!isOnlyInstance()) return quitApp();
  registerScheme();
  // A shared computer that was not wiped is wiped before Chromium opens its files, and before any window.
  if (isWipeDue()) wipeProfile();
  const recovery = startRecovery({ ...parts, logsDir: logsDir() });
  refuseCertificates(recovery.warn);
  const policyRead = readPolicy(parts);
  const links = createLinks();
  links.onStart(parts.argv);
  followLinks(LINK_SCHEME, parts.platform, links);
  whenReady(async () => boot(parts, { recovery, links, policyRead: await policyRead }));
}

/** Starts the modules in order, unless the app quits meanwhile. */
async function boot(shell: ShellParts, started: Started): Promise<void> {
  const base = openBase(shell, started);
  const { settings, recovery } = base;
  const modules = createModules(base);
  const { accounts, calls, everyday, updates, clientCheck } = modules;
  serveBridge(handlersOf(base, modules), (name, error) => recovery.warn(`The call ${name} failed: ${String(error)}`));
  const checking = { stop: (): void => undefined };
  // A keychain may respond late, or ask the member for its password.
  followQuit(base, modules, () => checking.stop());
  // The first request of the page must already contain the session.
  if (!(await accounts.start(Date.now()))) return;
  checking.stop = repeat(() => {
    void clientCheck.check();
    updates.check();
  });
  applyAppearance(null, settings.current.appearance);
  everyday.start();
  calls.start();
  openFirstWindow(base, modules);
}

/** Subscribes to the lifecycle of the app. Until the accounts have started, it only quits. */
function followQuit({ platform }: Base, modules: Modules, stopChecking: () => void): void {
  const { accounts, calls, everyday, live, shared, updates } = modules;
  const onQuit = async (): Promise<void> => {
    accounts.stop();
    stopChecking();
    calls.stop();
    updates.stop();
    everyday.stop();
    await shared.end();
    live.disconnect();
    await accounts.settled();
  };
  const onActivate = (): void => {
    if (accounts.isStarted) calls.lifecycle.onActivate();
  };
  followLifecycle({ ...calls.lifecycle, onActivate, onQuit }, platform);
}

/** Opens the first window. When no one sees it, main connects by itself: its page may not load, as at a login. */
function openFirstWindow({ policy, recovery, links }: Base, { accounts, calls, live, offline }: Modules): void {
  // Without a tray, a hidden window could not be found; a link is for someone who looks.
  const mayHide = calls.staysInTray() && !links.isWaiting();
  const { startHidden } = managedValues(policy);
  const isLoginHidden = startHidden !== false && wasOpenedAtLogin();
  const isHidden = mayHide && (recovery.options.isHidden || startHidden === true || isLoginHidden);
  const { userId } = accounts;
  if (isHidden && userId !== null) {
    offline.follow(userId);
    live.connect(userId);
  }
  calls.window.start(isHidden);
  links.setWindow(() => calls.window.show());
}

/** Returns main's handler of each call of the bridge. */
function handlersOf(base: Base, modules: Modules): BridgeHandlers {
  const { accounts, calls, everyday, live, media, network, offline, shared, updates } = modules;
  return {
    ...calls.watch({
      ...shellHandlers({
        ...base,
        ...modules,
        window: calls.window.find,
        setBadge: everyday.messages.reportUnread,
        clearDownloads: everyday.clearDownloads,
        onSignOut: () => shared.onSignOut(),
      }),
      ...liveHandlers(live, {
        onUser: (userId) => offline.follow(userId),
        hasCalls: base.policy.current.calls,
      }),
    }),
    ...calls.handlers,
    ...accounts.handlers,
    ...network.handlers,
    ...base.links.handlers,
    ...offline.handlers,
    ...updates.handlers,
    ...media.handlers,
    ...everyday.handlers,
    ...shared.handlers,
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
