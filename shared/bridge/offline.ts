import type { BridgeTable, EventTable } from './page.ts';

/** A file of an item, as the page asks for it to be copied. `size` is in bytes, `sha256` in hexadecimal digits. */
export interface OfflineFile {
  courseId: string;
  /** Title of the item. */
  courseTitle: string;
  fileId: string;
  title: string;
  name: string;
  type: string;
  size: number;
  sha256: string;
  version: number;
}

/** A file that is stored on this computer. `savedAt` is ISO 8601. */
export interface OfflineCopy extends OfflineFile {
  savedAt: string;
}

/** A file that is being copied; `received` is in bytes. */
export interface OfflineSaving {
  fileId: string;
  received: number;
  size: number;
}

/** The copies of the signed-in account, the newest first, and what is being copied. */
export interface OfflineState {
  copies: OfflineCopy[];
  saving: OfflineSaving[];
}

/**
 * Why a file could not be copied: the server cannot be reached, it refused, the bytes are not those of the file, the
 * disk is full, or no copies are kept here because no one is signed in or the computer is shared.
 */
export type OfflineProblem = 'UNREACHABLE' | 'REFUSED' | 'CHANGED' | 'DISK_FULL' | 'UNAVAILABLE' | 'CANCELLED';

/** Result of a copy. */
export type OfflineResult = { ok: true } | { ok: false; problem: OfflineProblem };

/** Calls about files for offline use: arguments and result of each. */
export interface OfflineCalls {
  getOfflineState: { args: []; result: OfflineState };
  /** Copies a file, or its newer version; resolves when it is complete and its checksum is right. */
  saveOfflineCopy: { args: [file: OfflineFile]; result: OfflineResult };
  /** Removes a copy, or stops copying. */
  removeOfflineCopy: { args: [fileId: string]; result: void };
}

/** Events about files for offline use. */
export interface OfflineEvents {
  offlineState: OfflineState;
}

/** The page that may make each call. */
export const OFFLINE_CALLS: BridgeTable<OfflineCalls> = {
  getOfflineState: 'app',
  saveOfflineCopy: 'app',
  removeOfflineCopy: 'app',
};

/** The page that receives each event. */
export const OFFLINE_EVENTS: EventTable<OfflineEvents> = { offlineState: 'app' };

/** Path of the app's origin below which copies are read, by the id of the file. */
export const OFFLINE_PATH = '/offline/';
