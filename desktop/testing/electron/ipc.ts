import type { Frame } from 'playwright-core';
import { createEvent } from './runtime.ts';

/** The frame that a call comes from, as main sees it. */
export interface FakeFrame {
  url: string;
  origin: string;
  parent: FakeFrame | null;
}

type Handler = (event: Electron.IpcMainInvokeEvent, ...args: unknown[]) => unknown;
type Surface = {
  [Name in 'handle' | 'handleOnce' | 'removeHandler' | 'on']: (channel: string, listener: Handler) => unknown;
};

/** Calls of pages to main; what crosses is cloned as Electron clones it. */
export class FakeIpcMain implements Surface {
  private readonly handlers = new Map<string, Handler>();

  handle(channel: string, handler: Handler): void {
    if (this.handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    this.handlers.set(channel, handler);
  }
  handleOnce(channel: string, handler: Handler): void {
    this.handle(channel, (event, ...args) => {
      this.removeHandler(channel);
      return handler(event, ...args);
    });
  }
  removeHandler(channel: string): void {
    this.handlers.delete(channel);
  }
  /** One-way messages do not exist in the app; libraries may listen for theirs. */
  on(): this {
    return this;
  }

  /** Runs a call; a test forges its sender with it. @throws Error in the words that the page sees. */
  async invoke(
    sender: { frame: FakeFrame | null; webContents: unknown },
    channel: string,
    args: unknown[],
  ): Promise<unknown> {
    const handler = this.handlers.get(channel);
    if (!handler)
      throw new Error(`Error invoking remote method '${channel}': Error: No handler registered for '${channel}'`);
    const event = createEvent({
      type: 'frame',
      sender: sender.webContents,
      senderFrame: sender.frame,
      frameId: 1,
      processId: 1,
    });
    try {
      return structuredClone(
        await handler(event as unknown as Electron.IpcMainInvokeEvent, ...(structuredClone(args) as unknown[])),
      );
    } catch (error) {
      throw new Error(`Error invoking remote method '${channel}': ${String(error)}`, { cause: error });
    }
  }
}

/** A browser's frame in the app's addresses. */
export function toFakeFrame(frame: Frame, toAppUrl: (url: string) => string): FakeFrame {
  const url = toAppUrl(frame.url());
  const parent = frame.parentFrame();
  return { url, origin: url.split('/').slice(0, 3).join('/'), parent: parent && toFakeFrame(parent, toAppUrl) };
}

/** Runs in the page before its own code: gives the preload script its `electron`, and only that. */
export const PRELOAD_FRAME = (source: string): string => `(() => {
  if (window !== window.top) return;
  const ask = window.__shellInvoke;
  const listeners = new Map();
  window.__shellDeliver = (channel, args) => {
    for (const run of listeners.get(channel) ?? []) run({ senderId: 0 }, ...args);
  };
  const ipcRenderer = {
    async invoke(channel, ...args) {
      const answer = await ask(channel, args);
      if (answer.error !== undefined) throw new Error(answer.error);
      return answer.value;
    },
    on(channel, run) { listeners.set(channel, [...(listeners.get(channel) ?? []), run]); return ipcRenderer; },
    off(channel, run) {
      listeners.set(channel, (listeners.get(channel) ?? []).filter((other) => other !== run));
      return ipcRenderer;
    },
  };
  const freeze = (value) => {
    if (typeof value !== 'object' || value === null) return value;
    return Object.freeze(Object.fromEntries(Object.entries(value).map(([name, part]) => [name, freeze(part)])));
  };
  const contextBridge = {
    exposeInMainWorld(name, api) {
      if (name in window) throw new Error('Cannot bind an API on top of an existing property on the window object');
      Object.defineProperty(window, name, { value: freeze(api), enumerable: true });
    },
  };
  const require = (name) => {
    if (name !== 'electron') throw new Error('module not found: ' + name);
    return { contextBridge, ipcRenderer };
  };
  const module = { exports: {} };
  ((require, module, exports, process) => {
${source}
  })(require, module, module.exports, { sandboxed: true, type: 'renderer' });
})();`;
