import { readStored, tryStorage, writeStored } from './device-store.ts';

/** Maps files on this device to uploads on the server, so that choosing a file again resumes its upload. */
export interface UploadRecords {
  /** The id of a session, or null. */
  find: (fingerprint: string) => string | null;
  save: (fingerprint: string, sessionId: string) => void;
  remove: (fingerprint: string) => void;
}

const PREFIX = 'upload:';

/** Stores a user's records on this device; without storage an upload starts from the beginning. */
export function deviceRecords(userId: string): UploadRecords {
  const keyOf = (fingerprint: string): string => `${PREFIX}${userId}:${fingerprint}`;
  return {
    find: (fingerprint) => readStored(keyOf(fingerprint)),
    save: (fingerprint, sessionId) => writeStored(keyOf(fingerprint), sessionId),
    remove: (fingerprint) => writeStored(keyOf(fingerprint), null),
  };
}

/** Identifies a file without reading it: purpose, name, type, size and modification time. */
export function fingerprintOf(file: File, purpose: string): string {
  return [purpose, file.name, file.type, file.size, file.lastModified].join('|');
}

/** Removes a user's upload records from this device, at sign-out. */
export function forgetUploads(userId: string): void {
  tryStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(`${PREFIX}${userId}:`)) storage.removeItem(key);
  });
}
