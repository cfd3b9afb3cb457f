import { ACCOUNT_CALLS, ACCOUNT_EVENTS, type AccountCalls, type AccountEvents } from './accounts.ts';
import { CALL_CALLS, CALL_EVENTS, type CallCalls, type CallEvents } from './calls.ts';
import { DESKTOP_CALLS, DESKTOP_EVENTS, type DesktopCalls, type DesktopEvents } from './desktop.ts';
import { DIAGNOSTICS_CALLS, DIAGNOSTICS_EVENTS, type DiagnosticsCalls, type DiagnosticsEvents } from './diagnostics.ts';
import { DOWNLOADS_CALLS, DOWNLOADS_EVENTS, type DownloadsCalls, type DownloadsEvents } from './downloads.ts';
import { LINK_CALLS, LINK_EVENTS, type LinkCalls, type LinkEvents } from './links.ts';
import { LIVE_CALLS, LIVE_EVENTS, type LiveCalls, type LiveEvents } from './live.ts';
import { MEDIA_CALLS, MEDIA_EVENTS, type MediaCalls, type MediaEvents } from './media.ts';
import { NETWORK_CALLS, NETWORK_EVENTS, type NetworkCalls, type NetworkEvents } from './network.ts';
import { OFFLINE_CALLS, OFFLINE_EVENTS, type OfflineCalls, type OfflineEvents } from './offline.ts';
import { POLICY_CALLS, POLICY_EVENTS, type PolicyCalls, type PolicyEvents } from './policy.ts';
import { SHELL_CALLS, SHELL_EVENTS, type ShellCalls, type ShellEvents } from './shell.ts';
import { UPDATES_CALLS, UPDATES_EVENTS, type UpdatesCalls, type UpdatesEvents } from './updates.ts';
import type { BridgeTable, EventTable } from './page.ts';

/** Calls of the renderer to main: arguments and result of each. Arguments are checked by contract.schema.ts. */
export interface BridgeCalls
  extends
    AccountCalls,
    CallCalls,
    DesktopCalls,
    DiagnosticsCalls,
    DownloadsCalls,
    LinkCalls,
    LiveCalls,
    MediaCalls,
    NetworkCalls,
    OfflineCalls,
    PolicyCalls,
    ShellCalls,
    UpdatesCalls {}

/** Events that main sends to the renderer. */
export interface BridgeEvents
  extends
    AccountEvents,
    CallEvents,
    DesktopEvents,
    DiagnosticsEvents,
    DownloadsEvents,
    LinkEvents,
    LiveEvents,
    MediaEvents,
    NetworkEvents,
    OfflineEvents,
    PolicyEvents,
    ShellEvents,
    UpdatesEvents {}

/** Name of a call. */
export type BridgeCall = keyof BridgeCalls;

/** Name of an event. */
export type BridgeEvent = keyof BridgeEvents;

/** Every call with the page whose main frame may make it. */
export const BRIDGE_CALLS: BridgeTable<BridgeCalls> = {
  ...ACCOUNT_CALLS,
  ...CALL_CALLS,
  ...DESKTOP_CALLS,
  ...DIAGNOSTICS_CALLS,
  ...DOWNLOADS_CALLS,
  ...LINK_CALLS,
  ...LIVE_CALLS,
  ...MEDIA_CALLS,
  ...NETWORK_CALLS,
  ...OFFLINE_CALLS,
  ...POLICY_CALLS,
  ...SHELL_CALLS,
  ...UPDATES_CALLS,
};

/** Every event of main with the page that receives it. */
export const BRIDGE_EVENTS: EventTable<BridgeEvents> = {
  ...ACCOUNT_EVENTS,
  ...CALL_EVENTS,
  ...DESKTOP_EVENTS,
  ...DIAGNOSTICS_EVENTS,
  ...DOWNLOADS_EVENTS,
  ...LINK_EVENTS,
  ...LIVE_EVENTS,
  ...MEDIA_EVENTS,
  ...NETWORK_EVENTS,
  ...OFFLINE_EVENTS,
  ...POLICY_EVENTS,
  ...SHELL_EVENTS,
  ...UPDATES_EVENTS,
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
