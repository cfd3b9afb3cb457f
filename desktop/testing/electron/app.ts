import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import { createEvent, type Runtime } from './runtime.ts';

/** First instances by profile folder, over all launches of this test process. */
const instances = new Map<string, FakeApp>();

type AppSurface = Pick<
  Electron.App,
  | 'disableHardwareAcceleration'
  | 'clearRecentDocuments'
  | 'commandLine'
  | 'exit'
  | 'getGPUFeatureStatus'
  | 'getLoginItemSettings'
  | 'getName'
  | 'getPath'
  | 'getPreferredSystemLanguages'
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
  | 'setLoginItemSettings'
  | 'setName'
  | 'setPath'
  | 'setToastActivatorCLSID'
  | 'whenReady'
>;

/** The application: its life from ready to quit, one instance per profile. */
export class FakeApp extends EventEmitter implements AppSurface {
  readonly isPackaged: boolean;
  /** Requests of the app to the system. */
  readonly requested = {
    appUserModelId: '',
    badgeCount: 0,
    protocols: [] as string[],
    toastActivatorClsid: '',
    bounces: new Set<number>(),
    hasHardwareAcceleration: true,
    /** Arguments of the next start. */
    relaunchArgs: undefined as string[] | undefined,
    loginItem: undefined as Electron.Settings | undefined,
  };
  /** Chromium's part of the command line, without dashes. */
  readonly switches = new Map<string, string>();
  readonly commandLine: Electron.CommandLine = {
    appendArgument: () => undefined,
    appendSwitch: (name, value = '') => void this.switches.set(name, value),
    getSwitchValue: (name) => this.switches.get(name) ?? '',
    hasSwitch: (name) => this.switches.has(name),
    removeSwitch: (name) => void this.switches.delete(name),
  };
  /** As when macOS has opened the app at login. */
  wasOpenedAtLogin = false;
  /** The dock of macOS; elsewhere there is none. */
  readonly dock: Pick<Electron.Dock, 'bounce' | 'cancelBounce' | 'downloadFinished'> | undefined;
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
      logs: join(runtime.userData, 'logs'),
      appData: join(runtime.userData, 'app-data'),
      documents: join(runtime.userData, 'documents'),
      downloads: join(runtime.userData, 'downloads'),
    };
    let lastBounce = 0;
    if (runtime.platform === 'darwin')
      this.dock = {
        downloadFinished: () => {},
        bounce: () => {
          lastBounce += 1;
          this.requested.bounces.add(lastBounce);
          return lastBounce;
        },
        cancelBounce: (id) => void this.requested.bounces.delete(id),
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
  clearRecentDocuments(): void {
    if (this.runtime.platform === 'linux') throw new TypeError('app.clearRecentDocuments is not a function');
  }
  setAppUserModelId(id: string): void {
    this.requested.appUserModelId = id;
  }
  setToastActivatorCLSID(id: string): void {
    if (!/^\{[\dA-F]{8}(?:-[\dA-F]{4}){3}-[\dA-F]{12}\}$/i.test(id)) throw new TypeError('Invalid CLSID');
    this.requested.toastActivatorClsid = id;
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
  /** Remembers the arguments; a test starts the app again. */
  relaunch({ args }: Electron.RelaunchOptions = {}): void {
    this.requested.relaunchArgs = args ?? this.runtime.argv.slice(1);
  }

  disableHardwareAcceleration(): void {
    if (this.state !== 'starting')
      throw new Error('app.disableHardwareAcceleration() can only be called before app is ready');
    this.requested.hasHardwareAcceleration = false;
  }
  getGPUFeatureStatus(): Electron.GPUFeatureStatus {
    const value = this.requested.hasHardwareAcceleration ? 'enabled' : 'disabled_software';
    return { gpu_compositing: value, webgl: value } as Electron.GPUFeatureStatus;
  }
  getPreferredSystemLanguages = (): string[] => ['en-GB'];
  setLoginItemSettings(settings: Electron.Settings): void {
    if (this.runtime.platform === 'linux') return;
    this.requested.loginItem = settings;
  }
  getLoginItemSettings(): Electron.LoginItemSettings {
    return {
      openAtLogin: this.requested.loginItem?.openAtLogin ?? false,
      wasOpenedAtLogin: this.wasOpenedAtLogin,
    } as Electron.LoginItemSettings;
  }
}
