import type { Browser } from 'playwright-core';
import {
  callChannel,
  eventChannel,
  type BridgeCall,
  type BridgeCalls,
  type BridgeEvent,
  type BridgeEvents,
  type BridgeResult,
} from '#shared/bridge/contract.ts';
import { createApiClient } from '../renderer/lib/http/api-client.ts';
import { systemClock } from '../renderer/lib/http/clock.ts';
import type { HttpTransport } from '../renderer/lib/http/http-transport.ts';
import type { FakeElectron } from './electron/index.ts';
import { createPagelessBrowser } from './pageless-browser.ts';

const APP_ORIGIN = 'app://lyceum';

/** The page of the app's window, whose part a test plays: no browser runs, and all that leaves it reaches main. */
export class ScriptedPage {
  /** The browser to launch the shell with. */
  readonly browser: Browser;
  /** The renderer's client of the API. Its requests go through the scheme of the app. */
  readonly api = createApiClient({ transport: this.createTransport(), clock: systemClock });
  private electron: FakeElectron | undefined;
  private readonly sent: { channel: string; event: unknown }[] = [];

  constructor() {
    this.browser = createPagelessBrowser((channel, [event]) => void this.sent.push({ channel, event }));
  }

  /** Sets the launch whose page it is. */
  attach(electron: FakeElectron): void {
    this.electron = electron;
  }

  /** The app's window. @throws Error while it is closed. */
  get window() {
    const window = this.main.BrowserWindow.getAllWindows().find(({ options }) => options.title === 'Lyceum');
    if (!window) throw new Error('The window is closed.');
    return window;
  }

  /** The Electron session of the first account. */
  get session() {
    return this.main.session.fromPartition('account');
  }

  /** Makes a call of the bridge. @throws Error when main refuses or fails. */
  async call<Name extends BridgeCall>(
    name: Name,
    ...args: BridgeCalls[Name]['args']
  ): Promise<BridgeCalls[Name]['result']> {
    const frame = { url: `${APP_ORIGIN}/home`, origin: APP_ORIGIN, parent: null };
    const sender = { frame, webContents: this.window.webContents };
    const result = (await this.main.ipcMain.invoke(sender, callChannel(name), args)) as BridgeResult<
      BridgeCalls[Name]['result']
    >;
    if (!result.ok) throw new Error(`${name}: ${result.code} ${result.message}`);
    return result.value;
  }

  /** Returns what main has sent of an event so far, oldest first. */
  received<Name extends BridgeEvent>(name: Name): BridgeEvents[Name][] {
    const channel = eventChannel(name);
    return this.sent.filter((each) => each.channel === channel).map(({ event }) => event as BridgeEvents[Name]);
  }

  private get main(): FakeElectron {
    if (!this.electron) throw new Error('The page belongs to no launch.');
    return this.electron;
  }

  private createTransport(): HttpTransport {
    return {
      send: ({ method, path, headers, body, signal }) =>
        this.session.protocol.ask(
          new Request(APP_ORIGIN + path, {
            method,
            headers,
            ...(body !== undefined && { body }),
            ...(signal && { signal }),
          }),
        ),
      upload: () => Promise.reject(new TypeError('A scripted page uploads nothing.')),
    };
  }
}
