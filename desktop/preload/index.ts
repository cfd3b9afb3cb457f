import { contextBridge, ipcRenderer } from 'electron';
import {
  BRIDGE_CALLS,
  BRIDGE_EVENTS,
  callChannel,
  eventChannel,
  type Bridge,
  type BridgeAnswer,
  type BridgeCall,
  type BridgeEvent,
} from '#shared/bridge/contract.ts';

/** Asks main; what it refuses is an error with its words. */
async function ask(name: BridgeCall, args: unknown[]): Promise<unknown> {
  const answer = (await ipcRenderer.invoke(callChannel(name), ...args)) as BridgeAnswer<unknown>;
  if (!answer.ok) throw new Error(`${answer.code}: ${answer.message}`);
  return answer.value;
}

/** Hears one event; Electron's own event object, which could send, never reaches the page. */
function hear(name: BridgeEvent, listener: (event: unknown) => void): () => void {
  const run = (_event: unknown, payload: unknown): void => listener(payload);
  ipcRenderer.on(eventChannel(name), run);
  return () => {
    ipcRenderer.off(eventChannel(name), run);
  };
}

const calls = (Object.keys(BRIDGE_CALLS) as BridgeCall[]).map(
  (name) => [name, (...args: unknown[]) => ask(name, args)] as const,
);
const events = BRIDGE_EVENTS.map(
  (name) =>
    [
      `on${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      (listener: (event: unknown) => void) => hear(name, listener),
    ] as const,
);

const bridge = Object.fromEntries([...calls, ...events]) as unknown as Bridge;
contextBridge.exposeInMainWorld('lyceum', bridge);
