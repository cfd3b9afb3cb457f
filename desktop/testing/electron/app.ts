import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { createEvent, type Runtime } from './runtime.ts';

/** First instances by profile folder, over all launches of this test process. */
const instances = new Map<string, FakeApp>();

type AppSurface = Pick<
  Electron.App,
  | 'exit'
  | 'getName'
  | 'getPath'
  | 'getVersion'
  | 'hasSingleInstanceLock'
  | 'isPackaged'
  | 'isReady'
  | 'quit'
  | 'relaunch'
  | 'requestSingleInstanceLock'
  | 'setAppUserModelId'
  | 'setAsDefaultProtocolClient'
  | 'setBadgeCount'
  | 'setName'
  | 'setPath'
  | 'whenReady'
>;

/** The application: its life from ready to quit, one instance per profile. */
export class FakeApp extends EventEmitter implements AppSurface {
  readonly isPackaged: boolean;
  /** Requests of the app to the system. */
  readonly requested = { appUserModelId: '', badgeCount: 0, protocols: [] as string[] };
  /** Settled when the app has ended. */
  readonly ended: Promise<void>;
  /** Closes every window as the app ends; answers false when one refused. Set by the windows. */
  closeWindows: () => boolean = () => true;
  private readonly runtime: Runtime;
  private name = 'Electron';
  private readonly paths: Record<string, string>;
  private hasLock = false;
  private state: 'starting' | 'ready' | 'ended' = 'starting';
  private readonly readyWaiters: (() => void)[] = [];
  private onEnd: () => void = () => {};

  constructor(runtime: Runtime) {
    super();
    this.runtime = runtime;
    this.isPackaged = runtime.isPackaged;
    this.paths = {
      userData: runtime.userData,
      temp: join(runtime.userData, 'temp'),
      logs: join(runtime.userData, 'logs'),
    };
    this.ended = new Promise((resolve) => {
      this.onEnd = resolve;
    });
  }

  getName = (): string => this.name;
  setName(name: string): void {
    this.name = name;
  }
  getVersion = (): string => this.runtime.version;
  getPath(name: Parameters<Electron.App['getPath']>[0]): string {
    const path = this.paths[name];
    if (path === undefined) throw new Error(`Failed to get '${name}' path`);
    return path;
  }
  setPath(name: string, path: string): void {
    this.paths[name] = path;
  }
  setAppUserModelId(id: string): void {
    this.requested.appUserModelId = id;
  }
  setAsDefaultProtocolClient(protocol: string): boolean {
    this.requested.protocols.push(protocol);
    return true;
  }
  setBadgeCount(count = 0): boolean {
    this.requested.badgeCount = count;
    return true;
  }

  isReady = (): boolean => this.state === 'ready';
  whenReady(): Promise<void> {
    if (this.state === 'ready') return Promise.resolve();
    return new Promise((resolve) => this.readyWaiters.push(resolve));
  }
  /** The system is ready; the launcher calls it after main was evaluated. */
  becomeReady(): void {
    if (this.state !== 'starting') return;
    this.state = 'ready';
    this.emit('ready', createEvent({}), {});
    for (const wake of this.readyWaiters.splice(0)) wake();
  }

  requestSingleInstanceLock(): boolean {
    const folder = this.getPath('userData');
    const first = instances.get(folder);
    if (first && first !== this) {
      first.emit('second-instance', createEvent({}), this.runtime.argv, process.cwd(), undefined);
      return false;
    }
    instances.set(folder, this);
    this.hasLock = true;
    return true;
  }
  hasSingleInstanceLock = (): boolean => this.hasLock;

  quit(): void {
    if (this.state === 'ended') return;
    const before = createEvent({});
    this.emit('before-quit', before);
    if (before.defaultPrevented || !this.closeWindows()) return;
    const will = createEvent({});
    this.emit('will-quit', will);
    if (!will.defaultPrevented) this.exit(0);
  }
  /** Ends without asking anybody, as a crash or a power cut would when called from a test. */
  exit(code = 0): void {
    if (this.state === 'ended') return;
    this.state = 'ended';
    const folder = this.getPath('userData');
    if (instances.get(folder) === this) instances.delete(folder);
    this.emit('quit', createEvent({}), code);
    this.removeAllListeners();
    this.onEnd();
  }
  relaunch(): void {
    throw new Error('The fake does not start itself again.');
  }
}
