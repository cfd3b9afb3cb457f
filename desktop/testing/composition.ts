import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import type { BridgeCall, BridgeCalls, BridgeResult } from '#shared/bridge/contract.ts';
import { callChannel } from '#shared/bridge/contract.ts';
import type { ShellConfig } from '../main/config.ts';
import { createElectron, type FakeElectron } from './electron/index.ts';
import { createTestKeychain } from './keychain.ts';
import { createPagelessBrowser } from './pageless-browser.ts';

/** Options of a start; what is omitted is as on a computer of one member with Linux. */
export interface StartOptions {
  platform?: 'win32' | 'darwin' | 'linux';
  keychain?: ReturnType<typeof createTestKeychain>['keychain'];
  argv?: string[];
  /** True, as for an installed app, when omitted. */
  isPackaged?: boolean;
  config?: Partial<ShellConfig>;
  /** Sets up the fake before main starts. */
  prepare?: (electron: FakeElectron) => void;
}

/** Main's composition root, running from its sources on the fake of Electron. Its pages do nothing. */
export interface RunningMain {
  electron: FakeElectron;
  /** Warnings of main. */
  warnings: string[];
  /** Makes a call of the bridge as the page of the app's window. @throws Error when main refuses or fails. */
  call<Name extends BridgeCall>(name: Name, ...args: BridgeCalls[Name]['args']): Promise<BridgeCalls[Name]['result']>;
  /** Waits for the app's window. */
  opened(): Promise<void>;
}

/** A profile folder; `settings` are what an earlier run has stored. */
export function createProfile(settings?: object): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-main-'));
  if (settings) writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Starts main in a profile folder, with modules of its own. */
export async function startMain(folder: string, options: StartOptions = {}): Promise<RunningMain> {
  const { platform = 'linux', keychain = createTestKeychain().keychain, argv = [], config = {}, prepare } = options;
  const { isPackaged = true } = options;
  const electron = createElectron({
    browser: createPagelessBrowser(),
    platform,
    argv: ['lyceum', ...argv],
    userData: folder,
    isPackaged,
    version: '0.1.0',
    displays: [{ x: 0, y: 0, width: 1920, height: 1080 }],
  });
  prepare?.(electron);
  vi.resetModules();
  vi.doMock('electron', () => electron);
  vi.doMock('keytar', () => keychain);
  vi.doMock('electron-store', () => ({ default: SettingsFile }));
  const { startShell } = await import('../main/app.ts');
  const { readConfig } = await import('../main/config.ts');
  const warnings: string[] = [];
  startShell({
    config: { ...readConfig({ SystemRoot: folder }, isPackaged), userDataDir: folder, ...config },
    platform,
    // The pages run nothing; the file has to exist.
    preloadFile: import.meta.filename,
    rendererDir: folder,
    traysDir: folder,
    argv: ['lyceum', ...argv],
    print: (message) => void warnings.push(message),
  });
  electron.app.becomeReady();
  const { BrowserWindow, ipcMain } = electron;
  return {
    electron,
    warnings,
    opened: () => vi.waitFor(() => void (BrowserWindow.getAllWindows()[0] ?? fail('There is no window.'))),
    call: async (name, ...args) => {
      const [window] = BrowserWindow.getAllWindows();
      const frame = { url: 'app://lyceum/home', origin: 'app://lyceum', parent: null };
      const sender = { frame, webContents: window?.webContents ?? null };
      const result = (await ipcMain.invoke(sender, callChannel(name), args)) as BridgeResult<never>;
      return result.ok ? result.value : fail(`${name}: ${result.message}`);
    },
  };
}

function fail(message: string): never {
  throw new Error(message);
}

/** The settings file as electron-store writes it. */
class SettingsFile {
  private readonly file: string;

  constructor({ name, cwd }: { name: string; cwd: string }) {
    this.file = join(cwd, `${name}.json`);
  }
  get store(): Record<string, unknown> {
    return existsSync(this.file) ? (JSON.parse(readFileSync(this.file, 'utf8')) as Record<string, unknown>) : {};
  }
  set store(values: Record<string, unknown>) {
    writeFileSync(this.file, JSON.stringify(values));
  }
  set(values: Record<string, unknown>): void {
    this.store = { ...this.store, ...values };
  }
}

/** A live link of main whose server is the test. */
interface ScriptedLink {
  /** Puts it in the place of websockets. */
  install: (electron: FakeElectron) => void;
  /** Cookies of each connection. */
  cookies: () => string[];
  /** Sends a push on each connection. */
  push: (name: string, payload: object) => void;
}

/** Creates a live link that speaks Engine.IO 4 and Socket.IO 5, as far as a client without rooms needs it. */
export function createScriptedLink(): ScriptedLink {
  const sockets: ScriptedSocket[] = [];
  return {
    install: ({ net }) => {
      net.WebSocket = class {
        constructor(url: string, { session, useSessionCookies }: ScriptedOptions) {
          const socket = new ScriptedSocket();
          sockets.push(socket);
          if (useSessionCookies)
            void session.cookies
              .header(url.replace(/^ws/, 'http'), { isSameSite: true })
              .then((cookie) => (socket.cookie = cookie));
          return socket;
        }
      } as unknown as typeof net.WebSocket;
    },
    cookies: () => sockets.filter(({ isJoined }) => isJoined).map(({ cookie }) => cookie),
    push: (name, payload) => sockets.forEach((socket) => socket.receive(`42${JSON.stringify([name, payload])}`)),
  };
}

/** What main opens a websocket with. */
interface ScriptedOptions {
  session: FakeElectron['session']['defaultSession'];
  useSessionCookies: boolean;
}

class ScriptedSocket {
  cookie = '';
  isJoined = false;
  binaryType = 'nodebuffer';
  onopen: (() => void) | undefined;
  onmessage: ((event: { data: string }) => void) | undefined;
  onclose: (() => void) | undefined;

  constructor() {
    setImmediate(() => {
      this.onopen?.();
      this.receive('0{"sid":"a","upgrades":[],"pingInterval":25000,"pingTimeout":20000,"maxPayload":1000000}');
    });
  }
  receive(data: string): void {
    this.onmessage?.({ data });
  }
  send(data: string): void {
    if (data.startsWith('40')) setImmediate(() => this.receive('40{"sid":"b"}'));
    if (data.includes('join-room')) this.isJoined = true;
  }
  close(): void {
    this.onclose?.();
  }
}
