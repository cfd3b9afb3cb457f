import type { PolicyCalls } from '#shared/bridge/policy.ts';
import type { LiveSession } from '#shared/realtime/live-session.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/time.ts';
import type { HandlersOf } from './core/handle-call.ts';
import { createIdleWatch, type IdleStep } from './core/idle-watch.ts';
import type { Policy } from './core/policy.ts';
import type { AccountSession } from './platform/account.ts';
import { readIdleMs } from './platform/activity.ts';
import { sendToWindows } from './platform/ipc.ts';
import { quitApp } from './platform/lifecycle.ts';
import { isWipeDue, renewTemporaryDownloads, setWipeDue, wipeProfile } from './platform/profile.ts';
import type { SettingsStore } from './platform/settings-store.ts';
import {
  clearNetwork,
  clearPageStorage,
  clearSystem,
  isScreenLocked,
  onScreenLock,
  onShutdown,
} from './platform/sign-out.ts';

/** How often the time without input is read; each second during the countdown. */
const POLL_MS = 5 * SECOND_MS;

interface SharedComputerParts {
  policy: Policy;
  platform: NodeJS.Platform;
  account: () => AccountSession;
  /** False until {@link account} can be called. */
  hasAccount: () => boolean;
  /** True while an account of this computer has a user. */
  isSignedIn: () => boolean;
  settings: SettingsStore;
  /** Signs out every account of this computer, also on the server, and forgets them without waiting for it. */
  forgetAccounts: () => Promise<void>;
  live: LiveSession;
  warn: (message: string) => void;
  /** True while a call or video runs. */
  isBusy: () => boolean;
  hasWindow: () => boolean;
  /** Replaces all windows by a new one, unless none is open. */
  renewWindow: () => void;
  /** Further functions that remove something of a member, one per module that stores such a thing. */
  forget: readonly (() => void | Promise<void>)[];
}

/** Signs out members who leave the computer, and in shared-computer mode removes everything of them. */
export interface SharedComputer {
  handlers: HandlersOf<PolicyCalls>;
  /** The member closed the window. */
  onWindowClose(): void;
  /** The system ends the session of its user. */
  onSessionEnd(): void;
  /** The member signed out in the page. In shared-computer mode, removes what the page's sign-out leaves. */
  onSignOut(): Promise<void>;
  /** Stops the watch and, in shared-computer mode, signs out and wipes the profile. */
  end(): Promise<void>;
}

/** Starts the rules of the policy about sign-out. Must be created before the first window. */
export function createSharedComputer(parts: SharedComputerParts): SharedComputer {
  const { policy, hasAccount, isSignedIn } = parts;
  const { sharedComputer: isShared, signOutOnLock } = policy.current;
  const wipe = createWipe(parts);
  const session = createSignOut(parts, wipe);
  const leaveAndRenew = (): void => {
    if (hasAccount() && (isShared || isSignedIn())) void session.leave().then(session.renew);
  };
  if (isShared || isWipeDue()) wipe.resetSettings();
  setWipeDue(isShared || wipe.hasFailed());
  wipe.setFolder();
  const watch = watchMember({ ...parts, leave: leaveAndRenew });
  const stops = [
    watch.stop,
    ...(signOutOnLock ? [onScreenLock(leaveAndRenew)] : []),
    ...(isShared ? [onShutdown(quitApp)] : []),
  ];
  return {
    handlers: { staySignedIn: watch.stay },
    onWindowClose: () => {
      // The dock of macOS opens another window, whose page may still have the session of the member.
      if (isShared) void session.leave().then(() => (parts.hasWindow() ? session.renew() : undefined));
    },
    onSessionEnd: () => {
      if (isShared) quitApp();
    },
    async onSignOut() {
      if (!isShared) return;
      await wipe.runAll(parts.forgetAccounts);
      await wipe.forgetMember();
      // The page that signs out waits for this call; it is replaced afterwards.
      setImmediate(() => void session.renew());
    },
    async end() {
      for (const stop of stops) stop();
      // A member who quits while the app starts has not been here yet.
      if (isShared && hasAccount()) await session.leave();
      // What is in memory only ends with the process; what could not be removed from a file is removed at the start.
      if (isShared) setWipeDue(!wipeProfile() || wipe.hasFailed());
    },
  };
}

/** The steps that remove what is stored of a member. */
interface Wipe {
  /** Runs steps at once, whatever happens to one of them; a failure is logged. */
  runAll(...steps: (() => unknown)[]): Promise<void>;
  /** Resets what the member has set; a failure is logged. */
  resetSettings(): void;
  /** True when a step has failed since the start. */
  hasFailed(): boolean;
  /** In shared-computer mode, removes everything beside cookies and page storage. */
  forgetMember(): Promise<void>;
  /** In shared-computer mode, empties the folder of downloads. */
  setFolder(): void;
}

function createWipe({ policy, platform, account, settings, warn, forget }: SharedComputerParts): Wipe {
  const { sharedComputer: isShared } = policy.current;
  let hasFailed = false;
  const setFolder = (): void => {
    if (isShared) renewTemporaryDownloads();
  };
  const onFailure = (reason: unknown): void => {
    hasFailed = true;
    warn(`Something of a member could not be removed: ${String(reason)}`);
  };
  const runAll: Wipe['runAll'] = async (...steps) => {
    for (const result of await Promise.allSettled(steps.map(async (step) => step())))
      if (result.status === 'rejected') onFailure(result.reason);
  };
  const resetSettings = (): void => {
    try {
      settings.forgetMember();
    } catch (error) {
      onFailure(error);
    }
  };
  return {
    runAll,
    resetSettings,
    hasFailed: () => hasFailed,
    setFolder,
    async forgetMember() {
      if (!isShared) return;
      // The settings are reset first, because the other steps read them.
      resetSettings();
      await runAll(
        () => clearSystem(platform),
        () => clearNetwork(account()),
        setFolder,
        ...forget,
      );
    },
  };
}

/** The end of a member's session. */
interface SignOut {
  /** Ends the session and removes what is stored of the member. While it runs, a second call waits for it. */
  leave(): Promise<void>;
  /** Replaces the windows. An old page has the member's data in memory, and can store a draft until it is closed. */
  renew(): Promise<void>;
}

function createSignOut(parts: SharedComputerParts, { runAll, forgetMember }: Wipe): SignOut {
  const { account, forgetAccounts, live, renewWindow } = parts;
  let running: Promise<void> | undefined;
  const signOut = async (): Promise<void> => {
    await runAll(() => live.disconnect(), forgetAccounts);
    await forgetMember();
  };
  return {
    leave: () => (running ??= signOut().finally(() => (running = undefined))),
    renew: () => runAll(renewWindow, () => clearPageStorage(account())),
  };
}

/** Polls the time without input, and on Linux the lock of the screen. */
function watchMember(
  parts: Pick<SharedComputerParts, 'policy' | 'platform' | 'isSignedIn' | 'isBusy'> & { leave: () => void },
): {
  stay: () => void;
  stop: () => void;
} {
  const { policy, platform, isBusy, leave } = parts;
  const { signOutOnIdleMinutes: minutes, signOutOnLock } = policy.current;
  const isLockPolled = signOutOnLock && platform === 'linux';
  const watch = createIdleWatch(minutes === 0 ? Infinity : minutes * MINUTE_MS);
  let timer: NodeJS.Timeout | undefined;
  let last: IdleStep['kind'] = 'active';
  let wasLocked = false;
  const act = (step: IdleStep): void => {
    if (step.kind === 'countdown') sendToWindows('signOutCountdown', { secondsLeft: step.secondsLeft });
    else if (last === 'countdown') sendToWindows('signOutCountdown', { secondsLeft: null });
    last = step.kind;
    if (step.kind === 'sign-out') leave();
  };
  const poll = (): void => {
    const isSignedIn = parts.isSignedIn();
    act(watch.read({ nowMs: Date.now(), idleMs: readIdleMs(), isSignedIn, isBusy: isSignedIn && isBusy() }));
    const isLocked = isLockPolled && isScreenLocked();
    if (isLocked && !wasLocked) leave();
    wasLocked = isLocked;
    timer = setTimeout(poll, last === 'countdown' ? SECOND_MS : POLL_MS);
  };
  if (minutes > 0 || isLockPolled) timer = setTimeout(poll, POLL_MS);
  return {
    stay: () => {
      watch.stay(Date.now());
      act({ kind: 'active' });
    },
    stop: () => clearTimeout(timer),
  };
}
