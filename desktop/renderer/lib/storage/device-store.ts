/** Runs `work` with the storage of this device; null where it is denied, as in some private windows. */
export function tryStorage<Result>(work: (storage: Storage) => Result): Result | null {
  try {
    return work(localStorage);
  } catch {
    return null;
  }
}

/** Returns a text that is stored on this device; null when there is none or the storage is denied. */
export function readStored(key: string): string | null {
  return tryStorage((storage) => storage.getItem(key));
}

/** Stores a text on this device; null removes it. Does nothing where the storage is denied. */
export function writeStored(key: string, text: string | null): void {
  tryStorage((storage) => (text === null ? storage.removeItem(key) : storage.setItem(key, text)));
}
