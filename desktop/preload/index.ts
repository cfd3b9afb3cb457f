import { contextBridge, ipcRenderer } from 'electron';
import {
  BRIDGE_CALLS,
  BRIDGE_EVENTS,
  callChannel,
  eventChannel,
  type Bridge,
  type BridgeResult,
  type BridgeCall,
  type BridgeEvent,
} from '#shared/bridge/contract.ts';

/** Sends a call to main. @throws Error with main's code and message when main refuses it. */
async function invoke(name: BridgeCall, args: unknown[]): Promise<unknown> {
  const result = (await ipcRenderer.invoke(callChannel(name), ...args)) as BridgeResult<unknown>;
  if (!result.ok) throw new Error(`${result.code}: ${result.message}`);
  return result.value;
}

/** Subscribes to an event. Electron's own event object, which could send, never reaches the page. */
function subscribe(name: BridgeEvent, listener: (event: unknown) => void): () => void {
  const run = (_event: unknown, payload: unknown): void => listener(payload);
  ipcRenderer.on(eventChannel(name), run);
  return () => {
    ipcRenderer.off(eventChannel(name), run);
  };
}

const calls = (Object.keys(BRIDGE_CALLS) as BridgeCall[]).map(
  (name) => [name, (...args: unknown[]) => invoke(name, args)] as const,
);
const events = (Object.keys(BRIDGE_EVENTS) as BridgeEvent[]).map(
  (name) =>
    [
      `on${name.charAt(0).toUpperCase()}${name.slice(1)}`,
      (listener: (event: unknown) => void) => subscribe(name, listener),
    ] as const,
);

const bridge = Object.fromEntries([...calls, ...events]) as unknown as Bridge;
contextBridge.exposeInMainWorld('lyceum', bridge);
