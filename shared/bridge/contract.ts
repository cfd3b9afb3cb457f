import { ACCOUNT_CALLS, ACCOUNT_EVENTS, type AccountCalls, type AccountEvents } from './accounts.ts';
import { LINK_CALLS, LINK_EVENTS, type LinkCalls, type LinkEvents } from './links.ts';
import { LIVE_CALLS, LIVE_EVENTS, type LiveCalls, type LiveEvents } from './live.ts';
import { NETWORK_CALLS, NETWORK_EVENTS, type NetworkCalls, type NetworkEvents } from './network.ts';
import type { BridgeTable, EventTable } from './page.ts';
import { SHELL_CALLS, SHELL_EVENTS, type ShellCalls, type ShellEvents } from './shell.ts';

/** Calls of the renderer to main: arguments and result of each. Arguments are checked by contract.schema.ts. */
export interface BridgeCalls extends ShellCalls, LiveCalls, NetworkCalls, LinkCalls, AccountCalls {}

/** Events that main sends to the renderer. */
export interface BridgeEvents extends ShellEvents, LiveEvents, NetworkEvents, LinkEvents, AccountEvents {}

/** Name of a call. */
export type BridgeCall = keyof BridgeCalls;

/** Name of an event. */
export type BridgeEvent = keyof BridgeEvents;

/** Every call with the page whose main frame may make it. */
export const BRIDGE_CALLS: BridgeTable<BridgeCalls> = {
  ...SHELL_CALLS,
  ...LIVE_CALLS,
  ...NETWORK_CALLS,
  ...LINK_CALLS,
  ...ACCOUNT_CALLS,
};

/** Every event of main with the page that receives it. */
export const BRIDGE_EVENTS: EventTable<BridgeEvents> = {
  ...SHELL_EVENTS,
  ...LIVE_EVENTS,
  ...NETWORK_EVENTS,
  ...LINK_EVENTS,
  ...ACCOUNT_EVENTS,
};

/** Channel of a call over ipcRenderer.invoke. */
export function callChannel(name: BridgeCall): string {
  return `lyceum:call:${name}`;
}

/** Channel of an event over webContents.send. */
export function eventChannel(name: BridgeEvent): string {
  return `lyceum:event:${name}`;
}

/** Result of a call: a value, or why it failed. Stacks of errors are not sent. */
export type BridgeResult<Value> =
  | { ok: true; value: Value }
  | { ok: false; code: 'FORBIDDEN' | 'INVALID' | 'FAILED'; message: string };

/**
 * The object `window.lyceum` that preload exposes: one function per call, and one `on…` per event that returns a
 * function which removes the listener.
 */
export type Bridge = {
  readonly [Name in BridgeCall]: (...args: BridgeCalls[Name]['args']) => Promise<BridgeCalls[Name]['result']>;
} & {
  readonly [Name in BridgeEvent as `on${Capitalize<Name>}`]: (
    listener: (event: BridgeEvents[Name]) => void,
  ) => () => void;
};
