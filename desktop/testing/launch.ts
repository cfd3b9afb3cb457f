import { EventEmitter } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { ROOT } from '../../tools/stack.ts';
import { createElectron, type FakeElectron } from './electron/index.ts';
import type { NotificationCenter, Rectangle, Runtime } from './electron/runtime.ts';
import type { TestKeychain } from './keychain.ts';
import { emptyRegistry } from './policy.ts';

/** Main's bundle, as it ships. */
export const MAIN_BUNDLE = join(ROOT, 'out', 'main', 'index.js');

/** What a launch is made of. */
export interface LaunchOptions {
  browser: Browser;
  platform: 'win32' | 'darwin' | 'linux';
  userData: string;
  keychain: TestKeychain;
  env?: Record<string, string>;
  argv?: string[];
  isPackaged?: boolean;
  /** Version of the client; that of the package when omitted. */
  version?: string;
  displays?: Rectangle[];
  /** The notification whose activation starts the app. */
  activation?: Electron.ActivationArguments;
  /** Sets up the fake before main starts. */
  prepare?: (electron: FakeElectron) => void;
  /** The system's list of notifications, which several launches share. */
  notificationCenter?: NotificationCenter;
  /** Host and port of the system's proxy. */
  systemProxy?: string;
  /** Another main than the one that ships. */
  entry?: string;
  /** Folder of what is packed beside the archive; the repository's when omitted. */
  resourcesDir?: string;
}

/** A running shell in the hands of a test. */
export interface Shell {
  electron: FakeElectron;
  /** Main's own `process`; a test emits what nothing has caught. */
  process: EventEmitter;
  /** Milliseconds from the import of main to the creation of its first window. */
  startMs: number;
  /** Processor time of this process in the same period, in milliseconds; other programs hardly change it. */
  startCpuMs: number;
  /** Its one window's page, as soon as it is there. */
  page(): Promise<Page>;
  /** Quits as a member does, and waits until it has ended. */
  quit(): Promise<void>;
  /** Ends at once, as a power cut does. */
  kill(): Promise<void>;
}

interface Launch {
  electron: FakeElectron & { default?: unknown };
  keytar: TestKeychain;
  process: Record<string, unknown>;
  folder: string;
}

const launches = new Map<string, Launch>();
const REGISTRY = Symbol.for('lyceum.fake-electron');
(globalThis as Record<symbol, unknown>)[REGISTRY] = launches;
/** How long main may take to be evaluated and to quit; where all is well, it takes far less. */
const EVALUATION_MS = 60_000;
let lastLaunch = 0;
let areHooksSet = false;

/**
 * Starts main's own bundle on the fake, in this process, with modules of its own. @throws Error when main waits for
 * `ready` while it is evaluated.
 */
export async function launchShell(options: LaunchOptions): Promise<Shell> {
  setHooks();
  const {
    browser,
    platform,
    userData,
    keychain,
    env = {},
    argv = [],
    isPackaged = true,
    entry = MAIN_BUNDLE,
  } = options;
  if (!existsSync(entry)) throw new Error(`${entry} is missing: npm run build`);
  const runtime: Runtime = {
    browser,
    platform,
    argv: ['lyceum', ...argv],
    userData,
    isPackaged,
    version:
      options.version ?? (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string }).version,
    ...(options.activation && { activation: options.activation }),
    ...(options.notificationCenter && { notificationCenter: options.notificationCenter }),
    displays: options.displays ?? [{ x: 0, y: 0, width: 1920, height: 1080 }],
    systemProxy: options.systemProxy ?? null,
  };
  const electron = createElectron(runtime);
  options.prepare?.(electron);
  const id = String((lastLaunch += 1));
  const { resourcesDir } = options;
  const ownProcess = shadowProcess({ platform, env, argv: runtime.argv, userData, resourcesDir });
  launches.set(id, {
    electron,
    keytar: keychain,
    process: ownProcess,
    folder: dirname(entry),
  });
  const startedAt = performance.now();
  const cpuBefore = process.cpuUsage();
  await inTime(
    import(`${pathToFileURL(entry).href}?launch=${id}`),
    'Main waits for something while it is evaluated; Electron is never ready then (electron#40719).',
  );
  electron.app.becomeReady();
  const firstWindow = new Promise<void>((resolve) => void pollWindow(electron, resolve));
  const hasWindow = await Promise.race([firstWindow.then(() => true), electron.app.ended.then(() => false)]);
  const startMs = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpuBefore);
  const endAll = async (): Promise<void> => {
    electron.app.removeAllListeners('window-all-closed');
    electron.app.exit();
    await Promise.all([...electron.session.all().values()].map((session) => session.close()));
    launches.delete(id);
  };
  return {
    electron,
    process: ownProcess as unknown as EventEmitter,
    startMs,
    startCpuMs: (user + system) / 1_000,
    page: async () => {
      const [window] = electron.BrowserWindow.getAllWindows();
      if (!hasWindow || !window) throw new Error('The shell has no window.');
      return window.webContents.whenOpen();
    },
    quit: async () => {
      electron.app.quit();
      await inTime(electron.app.ended, 'The app does not quit.');
      await endAll();
    },
    kill: endAll,
  };
}

async function pollWindow(electron: FakeElectron, done: () => void): Promise<void> {
  // A loop without a pause would use a whole core.
  while (electron.BrowserWindow.getAllWindows().length === 0) await new Promise((next) => void setTimeout(next, 1));
  done();
}

async function inTime<Value>(work: Promise<Value>, message: string): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(message)), EVALUATION_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The `process` that main sees: its own system, environment and arguments. */
function shadowProcess({
  platform,
  env,
  argv,
  userData,
  resourcesDir = join(ROOT, 'resources'),
}: {
  platform: string;
  env: Record<string, string>;
  argv: string[];
  userData: string;
  resourcesDir?: string | undefined;
}): Record<string, unknown> {
  // What listens to signals and to the end listens to this launch's, not to those of the test.
  const own = Object.assign(new EventEmitter(), {
    platform,
    argv,
    env: { ...(platform === 'win32' && { SystemRoot: emptyRegistry() }), ...env, LYCEUM_USER_DATA: userData },
    resourcesPath: resourcesDir,
    versions: { ...process.versions, electron: '45.4.1' },
    type: 'browser',
  });
  return new Proxy(own, {
    get: (target, name) => Reflect.get(name in target ? target : process, name),
  }) as unknown as Record<string, unknown>;
}

/** Gives each launch the fake for `electron`, the test's keychain for `keytar` and its own `process`. */
function setHooks(): void {
  if (areHooksSet) return;
  areHooksSet = true;
  registerHooks({
    resolve(specifier, context, next) {
      const id = launchOf(context.parentURL);
      if (id === undefined) return next(specifier, context);
      const name = specifier.replace(/^node:/, '');
      if (['electron', 'keytar', 'process'].includes(name))
        return { url: `fake:${name}?launch=${id}`, format: 'module', shortCircuit: true };
      const resolved = next(specifier, context);
      return isInside(resolved.url, id) ? { ...resolved, url: `${resolved.url}?launch=${id}` } : resolved;
    },
    load(url, context, next) {
      const id = launchOf(url);
      if (id === undefined) return next(url, context);
      if (url.startsWith('fake:'))
        return {
          format: 'module',
          shortCircuit: true,
          source: fakeModule(url.slice('fake:'.length).split('?')[0] ?? '', id),
        };
      const source = readFileSync(fileURLToPath(url.split('?')[0] ?? url), 'utf8');
      return { format: 'module', shortCircuit: true, source: `const process = ${lookUp(id)}.process;${source}` };
    },
  });
}

function launchOf(url: string | undefined): string | undefined {
  return url?.match(/\?launch=(\d+)$/)?.[1];
}

function isInside(url: string, id: string): boolean {
  const folder = launches.get(id)?.folder;
  return folder !== undefined && url.startsWith(pathToFileURL(folder).href);
}

function lookUp(id: string): string {
  return `globalThis[Symbol.for('lyceum.fake-electron')].get('${id}')`;
}

function fakeModule(name: string, id: string): string {
  if (name === 'process') return `export default ${lookUp(id)}.process;`;
  const names = Object.keys((name === 'electron' ? launches.get(id)?.electron : launches.get(id)?.keytar) ?? {});
  return (
    `const all = ${lookUp(id)}.${name};\nexport default ` +
    `all;\n${names.map((key) => `export const ${key} = all.${key};`).join('\n')}`
  );
}
