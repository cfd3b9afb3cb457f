import type { BridgeTable, EventTable } from './page.ts';

/**
 * Why this installation does not update itself: `MANAGED` is updated by the institution or the system, `PAUSED` by
 * policy until it is allowed again, `NO_FEED` has a server that offers no updates, `UNSIGNED` is a build without a key
 * that could check them.
 */
export type UpdateBlock = 'MANAGED' | 'PAUSED' | 'NO_FEED' | 'UNSIGNED';

/** State of the updates. A `ready` version is installed when the app is quit, hidden or idle. */
export type UpdateState =
  | { kind: 'blocked'; reason: UpdateBlock }
  | { kind: 'current' }
  | { kind: 'checking' }
  | { kind: 'ready'; version: string }
  | { kind: 'failed' };

/** Calls about updates of the client. */
export interface UpdatesCalls {
  getUpdateState: { args: []; result: UpdateState };
  /** Checks for an update and downloads it; returns the state after that. */
  checkForUpdates: { args: []; result: UpdateState };
  /** Quits, installs the version that is ready, and starts it. Does nothing without one. */
  installUpdate: { args: []; result: void };
}

/** Events about updates of the client. */
export interface UpdatesEvents {
  updateState: UpdateState;
}

/** The page that may make each call. */
export const UPDATES_CALLS: BridgeTable<UpdatesCalls> = {
  getUpdateState: 'app',
  checkForUpdates: 'app',
  installUpdate: 'app',
};

/** The page that receives each event. */
export const UPDATES_EVENTS: EventTable<UpdatesEvents> = { updateState: 'app' };
