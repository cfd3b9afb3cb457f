import type { BridgeTable, EventTable } from './page.ts';
import type { PolicyView } from './policy.ts';

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
  /** What the institution has set on this computer. */
  policy: PolicyView;
}

/**
 * Why an address cannot be used as a server. UNTRUSTED, WRONG_NAME and OUT_OF_DATE are refused certificates: of an
 * authority that the computer does not trust, of another server, and before or after its time.
 */
export type ServerProblem =
  | 'INVALID_URL'
  | 'INSECURE'
  | 'NOT_ALLOWED'
  | 'UNREACHABLE'
  | 'UNTRUSTED'
  | 'WRONG_NAME'
  | 'OUT_OF_DATE'
  | 'PROXY_LOGIN'
  | 'NOT_LYCEUM'
  | 'TOO_OLD';

/** Result of a check of a server's address; `url` is the origin that will be stored. */
export type ServerCheck =
  | { ok: true; url: string; version: string }
  | { ok: false; problem: ServerProblem; message: string };

/** A message of the shell that is shown once as a toast. */
export interface ShellToast {
  code: 'KEYCHAIN_UNAVAILABLE' | 'SAFE_MODE' | 'SOFTWARE_RENDERING' | 'DOWNLOADS_DENIED' | 'IN_CALL' | 'ACCOUNT_FAILED';
  title: string;
  text: string;
}

/** Appearance of the window before the page has loaded. */
export interface WindowAppearance {
  theme: 'light' | 'dark' | 'system';
  /** Background of the page as `#rrggbb`, painted until the first frame. */
  background: string;
}

/** Calls about the server, the window and the computer: arguments and result of each. */
export interface ShellCalls {
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
  /**
   * Reports the number of what is unread, for the app's icon where the system shows one; 0 removes it. Main counts by
   * itself as well, for the time without a page.
   */
  setBadge: { args: [count: number]; result: void };
  /** Returns the toasts that were not shown yet; a second call returns an empty list. */
  takeToasts: { args: []; result: ShellToast[] };
}

/** Events about the window and the server. */
export interface ShellEvents {
  toast: ShellToast;
  /** The server was asked for the oldest version that it serves; see {@link AppInfo.requiredVersion}. */
  clientCheck: Pick<AppInfo, 'requiredVersion'>;
  /** The menu or a link opens a page; a path of the router. */
  navigate: { path: string };
  /** The screen is locked or unlocked. */
  screenLock: boolean;
}

/** The page that may make each call. */
export const SHELL_CALLS: BridgeTable<ShellCalls> = {
  getAppInfo: 'app',
  checkServer: 'app',
  setServer: 'app',
  forgetSession: 'app',
  setAppearance: 'app',
  setBadge: 'app',
  takeToasts: 'app',
};

/** The page that receives each event. */
export const SHELL_EVENTS: EventTable<ShellEvents> = {
  toast: 'app',
  clientCheck: 'app',
  navigate: 'app',
  screenLock: 'app',
};
