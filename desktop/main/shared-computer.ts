import type { PolicyCalls } from '#shared/bridge/policy.ts';
import type { LiveSession } from '#shared/realtime/live-session.ts';
import { MINUTE_MS, SECOND_MS } from '#shared/time.ts';
import type { HandlersOf } from './core/handle-call.ts';
import { createIdleWatch, type IdleStep } from './core/idle-watch.ts';
import type { Policy } from './core/policy.ts';
import type { SessionStore } from './core/session-store.ts';
import { setDownloads, type Account } from './platform/account.ts';
import { sendToWindows } from './platform/ipc.ts';
import { quitApp } from './platform/lifecycle.ts';
import { isWipeDue, renewTemporaryDownloads, setWipeDue, wipeProfile } from './platform/profile.ts';
import type { SettingsStore } from './platform/settings-store.ts';
import {
  clearNetwork,
  clearSystem,
  endOnServer,
  isScreenLocked,
  onScreenLock,
  onShutdown,
  readIdleMs,
} from './platform/sign-out.ts';

/** How often the time without input is read; each second during the countdown. */
const POLL_MS = 5 * SECOND_MS;

interface SharedComputerParts {
  policy: Policy;
  platform: NodeJS.Platform;
  account: Account;
  serverUrl: () => string | null;
  settings: SettingsStore;
  sessions: SessionStore;
  live: LiveSession;
  /** True while a call or video runs. */
  isBusy: () => boolean;
  /** Replaces all windows by a new one, unless none is open. */
  renewWindow: () => void;
  /** Further functions that remove something of a member, one per noun that stores such a thing. */
  forget: readonly (() => void | Promise<void>)[];
}

/** Signs out members who leave the computer, and in shared-computer mode removes everything of them. */
export interface SharedComputer {
  handlers: HandlersOf<PolicyCalls>;
  /** The member closed the window. */
  onWindowClose(): void;
  /** The system ends the session of its user. */
  onSessionEnd(): void;
  /** Removes what sign-out leaves in shared-computer mode. */
  forgetMember(): Promise<void>;
  /** Stops the watch and, in shared-computer mode, signs out and wipes the profile. */
  end(): Promise<void>;
}

/** Starts the rules of the policy about sign-out. Must be created before the first window. */
export function createSharedComputer(parts: SharedComputerParts): SharedComputer {
  const { policy, platform, account, settings, sessions, live } = parts;
  const { sharedComputer: isShared, signOutOnLock } = policy.current;
  const pending = new Set<Promise<void>>();
  const setFolder = (): void => {
    const folder = isShared ? renewTemporaryDownloads() : null;
    setDownloads(account, { folder, isBlocked: policy.current.downloads === 'block' });
  };

  const forgetMember = async (): Promise<void> => {
    if (!isShared) return;
    settings.forgetMember();
    clearSystem(platform);
    await clearNetwork(account);
    await Promise.all(parts.forget.map((forget) => forget()));
    setFolder();
  };
  const signOut = async (): Promise<void> => {
    const origin = parts.serverUrl();
    live.disconnect();
    // The server is notified in the background; the data on this computer is removed at once.
    const ended = origin === null ? Promise.resolve() : endOnServer(account, { origin, proxy: policy.current.proxy });
    pending.add(ended);
    void ended.finally(() => pending.delete(ended));
    await sessions.forget('everything');
    await forgetMember();
  };
  let running: Promise<void> | undefined;
  const leave = (): Promise<void> => (running ??= signOut().finally(() => (running = undefined)));
  const leaveAndRenew = (): void => {
    if (live.userId === undefined && !isShared) return;
    // Without a new window, the old page could show the member's data until it is cleared.
    void leave().then(parts.renewWindow);
  };

  if (isShared || isWipeDue()) settings.forgetMember();
  setWipeDue(isShared);
  setFolder();
  const watch = watchMember({ ...parts, leave: leaveAndRenew });
  const stops = [
    watch.stop,
    ...(signOutOnLock ? [onScreenLock(leaveAndRenew)] : []),
    ...(isShared ? [onShutdown(quitApp)] : []),
  ];
  return {
    handlers: { staySignedIn: watch.stay },
    onWindowClose: () => {
      if (isShared) void leave();
    },
    onSessionEnd: () => {
      if (isShared) quitApp();
    },
    forgetMember,
    async end() {
      for (const stop of stops) stop();
      if (isShared) await leave();
      await Promise.all(pending);
      if (isShared) setWipeDue(!wipeProfile());
    },
  };
}

/** Polls the time without input, and on Linux the lock of the screen. */
function watchMember(
  parts: Pick<SharedComputerParts, 'policy' | 'platform' | 'live' | 'isBusy'> & { leave: () => void },
): {
  stay: () => void;
  stop: () => void;
} {
  const { policy, platform, live, isBusy, leave } = parts;
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
    const isSignedIn = live.userId !== undefined;
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
