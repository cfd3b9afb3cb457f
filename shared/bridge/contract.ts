import type { Ack } from '../realtime/contract.ts';
import type { LinkStatus } from '../realtime/live-session.ts';

/** Public properties of the shell. */
export interface AppInfo {
  version: string;
  platform: 'win32' | 'darwin' | 'linux';
  /** Origin of the server, without a trailing slash; null until one is chosen. */
  serverUrl: string | null;
  /** Default value of the address field; empty without a setting. */
  suggestedServerUrl: string;
  /** Oldest version that the server serves when this one is older, as far as it is known; null otherwise. */
  requiredVersion: string | null;
}

/** Why an address cannot be used as a server. */
export type ServerProblem = 'INVALID_URL' | 'INSECURE' | 'UNREACHABLE' | 'NOT_LYCEUM' | 'TOO_OLD';

/** Result of a check of a server's address; `url` is the origin that will be stored. */
export type ServerCheck =
  | { ok: true; url: string; version: string }
  | { ok: false; problem: ServerProblem; message: string };

/** A message of the shell that is shown once as a toast. */
export interface ShellToast {
  code: 'KEYCHAIN_UNAVAILABLE';
  title: string;
  text: string;
}

/** Appearance of the window before the page has loaded. */
export interface WindowAppearance {
  theme: 'light' | 'dark' | 'system';
  /** Background of the page as `#rrggbb`, painted until the first frame. */
  background: string;
}

/** State of the live link, for a window that opens while it is already running. */
export interface LiveState {
  userId: string | null;
  status: LinkStatus;
}

/** Calls of the renderer to main: arguments and result of each. Arguments are checked by contract.schema.ts. */
export interface BridgeCalls {
  getAppInfo: { args: []; result: AppInfo };
  /** Checks whether an address is a Lyceum server; changes nothing. */
  checkServer: { args: [url: string]; result: ServerCheck };
  /** Checks and stores the address, ends the session of the former server and reloads the app. */
  setServer: { args: [url: string]; result: ServerCheck };
  /**
   * Ends the session on this computer regardless of the server: cookie and keychain entry; with `everything`, also what
   * the page has stored; with `stored`, only the keychain entry, so that the server can still be asked to end it.
   */
  forgetSession: { args: [what: 'stored' | 'session' | 'everything']; result: void };
  setAppearance: { args: [appearance: WindowAppearance]; result: void };
  /** Shows a number on the app's icon where the system supports it; 0 removes it. */
  setBadge: { args: [count: number]; result: void };
  /** Returns the toasts that were not shown yet; a second call returns an empty list. */
  takeToasts: { args: []; result: ShellToast[] };
  getLiveState: { args: []; result: LiveState };
  connectLive: { args: [userId: string]; result: LiveState };
  disconnectLive: { args: []; result: void };
  reconnectLive: { args: []; result: void };
  joinRoom: { args: [room: string]; result: void };
  leaveRoom: { args: [room: string]; result: void };
  /** Sends an intent; its payload is checked again by the server. */
  emitLive: { args: [name: string, payload: unknown]; result: Ack };
}

/** Events that main sends to the renderer. */
export interface BridgeEvents {
  liveStatus: LiveState;
  livePush: { name: string; payload: unknown };
  /** The link is restored after it was lost: missed entries must be fetched. */
  liveReconnected: null;
  /** The server ended the session from its side. */
  liveEnded: null;
  toast: ShellToast;
  /** The server was asked for the oldest version that it serves; see {@link AppInfo.requiredVersion}. */
  clientCheck: Pick<AppInfo, 'requiredVersion'>;
  /** The menu or a link opens a page; a path of the router. */
  navigate: { path: string };
}

/** Name of a call. */
export type BridgeCall = keyof BridgeCalls;

/** Name of an event. */
export type BridgeEvent = keyof BridgeEvents;

/** Every call with the page that may make it: `app` is the main frame of a window on app://lyceum. */
export const BRIDGE_CALLS: { readonly [Name in BridgeCall]: { readonly sender: 'app' } } = {
  getAppInfo: { sender: 'app' },
  checkServer: { sender: 'app' },
  setServer: { sender: 'app' },
  forgetSession: { sender: 'app' },
  setAppearance: { sender: 'app' },
  setBadge: { sender: 'app' },
  takeToasts: { sender: 'app' },
  getLiveState: { sender: 'app' },
  connectLive: { sender: 'app' },
  disconnectLive: { sender: 'app' },
  reconnectLive: { sender: 'app' },
  joinRoom: { sender: 'app' },
  leaveRoom: { sender: 'app' },
  emitLive: { sender: 'app' },
};

/** Every event of main. */
export const BRIDGE_EVENTS: readonly BridgeEvent[] = [
  'liveStatus',
  'livePush',
  'liveReconnected',
  'liveEnded',
  'toast',
  'clientCheck',
  'navigate',
];

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
