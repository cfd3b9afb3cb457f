import type { UpdateState } from '#shared/bridge/updates.ts';
import { mayInstall, planUpdates, type InstallationKind, type UpdatePolicy } from './updates.ts';

/** The program that downloads and installs releases. */
export interface UpdaterPort {
  /**
   * Downloads the release of a feed unless it is stored already. Returns its version, or null when there is none for
   * this installation. @throws Error when the feed cannot be used or a check of it fails.
   */
  download: (feed: string) => Promise<string | null>;
  /** Installs what was downloaded last when the app quits; `false` keeps the installed version. */
  setInstallOnQuit: (isOn: boolean) => void;
  /** Quits, installs what was downloaded last, and starts it. */
  install: () => void;
}

type Plan = ReturnType<typeof planUpdates>;

/** Facts about this moment, before the app is restarted. */
interface Moment {
  isBusy: boolean;
  hasVisibleWindow: boolean;
  idleMs: number;
}

/** The updates of a running app. */
export interface UpdateRun {
  readonly state: UpdateState;
  /** Another feed is in use; null for none. Checks it unless it is the same one. */
  setFeed(feed: string | null): void;
  /** Checks the feed, or returns why not. A check that is running is not repeated. */
  check(): Promise<UpdateState>;
  /** Installs the version that is ready, if the moment allows it. */
  installWhenUnused(): void;
  /** Installs the version that is ready, because the member asks for it. */
  install(): void;
}

/** The state of a plan without a feed; null when there is one. */
function blockedState({ block }: Plan): UpdateState | null {
  return block === undefined ? null : { kind: 'blocked', reason: block };
}

/** Creates the updates; `onState` receives each change of the state. */
export function createUpdateRun(parts: {
  installation: InstallationKind;
  hasKeys: boolean;
  policy: () => UpdatePolicy;
  moment: () => Moment;
  /** Opens the updater at its first use. */
  openUpdater: () => Promise<UpdaterPort>;
  onState: (state: UpdateState) => void;
  onError: (error: unknown) => void;
}): UpdateRun {
  const { installation, hasKeys, policy, moment, openUpdater, onState, onError } = parts;
  let feed: string | null = null;
  let updater: UpdaterPort | undefined;
  let running: Promise<UpdateState> | undefined;
  const plan = (): Plan => planUpdates({ installation, policy: policy(), feed, hasKeys });
  let state: UpdateState = blockedState(plan()) ?? { kind: 'current' };
  const setState = (next: UpdateState): UpdateState => {
    state = next;
    updater?.setInstallOnQuit(next.kind === 'ready');
    onState(next);
    return next;
  };
  const download = async (from: string): Promise<UpdateState> => {
    setState({ kind: 'checking' });
    try {
      updater ??= await openUpdater();
      const version = await updater.download(from);
      // The policy or the feed may have changed during the download.
      const { feed: next } = plan();
      if (next === undefined) return setState(blockedState(plan()) ?? { kind: 'current' });
      if (next !== from) return await download(next);
      return setState(version === null ? { kind: 'current' } : { kind: 'ready', version });
    } catch (error) {
      onError(error);
      return setState({ kind: 'failed' });
    }
  };
  const check = async (): Promise<UpdateState> => {
    const next = plan();
    if (next.feed === undefined) return setState({ kind: 'blocked', reason: next.block });
    running ??= download(next.feed).finally(() => (running = undefined));
    return running;
  };
  const installReady = (): void => {
    if (state.kind === 'ready' && plan().feed !== undefined) updater?.install();
  };
  return {
    get state() {
      return state;
    },
    setFeed: (next) => {
      if (next === feed) return;
      feed = next;
      void check();
    },
    check,
    installWhenUnused: () => {
      if (state.kind === 'ready' && mayInstall({ policy: policy(), ...moment() })) installReady();
    },
    install: installReady,
  };
}
