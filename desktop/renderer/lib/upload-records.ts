/**
 * Remembers which upload on the server belongs to a file on this device, so that choosing it again goes on where it
 * broke off.
 */
export interface UploadRecords {
  /** The id of a session, or null. */
  find: (fingerprint: string) => string | null;
  keep: (fingerprint: string, sessionId: string) => void;
  drop: (fingerprint: string) => void;
}

const PREFIX = 'upload:';

/** Keeps a person's records on this device; a full or closed storage is no error, an upload then begins anew. */
export function deviceRecords(userId: string): UploadRecords {
  const keyOf = (fingerprint: string): string => `${PREFIX}${userId}:${fingerprint}`;
  return {
    find: (fingerprint) => quietly(() => localStorage.getItem(keyOf(fingerprint))),
    keep: (fingerprint, sessionId) => void quietly(() => localStorage.setItem(keyOf(fingerprint), sessionId)),
    drop: (fingerprint) => void quietly(() => localStorage.removeItem(keyOf(fingerprint))),
  };
}

/** What tells one file from another without reading it: what it is for, name, type, size and when it was changed. */
export function fingerprintOf(file: File, purpose: string): string {
  return [purpose, file.name, file.type, file.size, file.lastModified].join('|');
}

/** Forgets a person's uploads on this device, at sign-out. */
export function forgetUploads(userId: string): void {
  quietly(() => {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(`${PREFIX}${userId}:`)) localStorage.removeItem(key);
  });
}

function quietly<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
