import type { Bridge } from '#shared/bridge/contract.ts';
import { store } from '../../lib/store.ts';
import { readStored, tryStorage, writeStored } from '../../lib/storage/device-store.ts';

/** The storage of the page lives as long as the app runs, so the mark is there until the next start. */
const RESTORED_KEY = 'unsent-texts-restored';
/** Pause after a change before the texts are stored, in milliseconds. */
const REST_MS = 300;

/** Puts the texts that were not sent when the app quit back into the storage of the page; once after each start. */
export async function restoreUnsentTexts(bridge: Pick<Bridge, 'loadUnsentTexts'>): Promise<void> {
  if (readStored(RESTORED_KEY) !== null) return;
  await addStoredTexts(bridge);
  writeStored(RESTORED_KEY, 'yes');
}

/**
 * Puts back the texts of a member who has just signed in: those of an earlier session that has ended, or of another
 * account on this computer. Calls `reload` when there were some, because the pages have read the storage already.
 */
export async function restoreAtSignIn(bridge: Pick<Bridge, 'loadUnsentTexts'>, reload: () => void): Promise<void> {
  if ((await addStoredTexts(bridge)) > 0) reload();
}

/** Adds the texts that main has stored to the storage of the page. Returns how many were not there. */
async function addStoredTexts(bridge: Pick<Bridge, 'loadUnsentTexts'>): Promise<number> {
  const texts = await bridge.loadUnsentTexts().catch(() => ({}));
  const missing = Object.entries(texts).filter(([key]) => readStored(key) === null);
  for (const [key, text] of missing) writeStored(key, text);
  return missing.length;
}

/** Returns how many messages of this computer were not sent yet. */
export function countUnsentMessages(): number {
  return tryStorage((storage) => Object.keys(storage).filter((key) => key.startsWith('unsent:')).length) ?? 0;
}

/**
 * Stores drafts and unsent messages in the main process after each change, so that a restart without a network does not
 * lose them; main takes those of its account's user. Returns a function that ends it.
 */
export function keepUnsentTexts(bridge: Pick<Bridge, 'storeUnsentTexts'>): () => void {
  let last = '{}';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const texts = readTexts();
    const now = JSON.stringify(texts);
    if (now === last) return;
    last = now;
    // It is tried again with the next change.
    bridge.storeUnsentTexts(texts).catch(() => (last = ''));
  };
  const onChange = (): void => {
    timer ??= setTimeout(save, REST_MS);
  };
  const stopStore = store.subscribe(onChange);
  document.addEventListener('input', onChange);
  window.addEventListener('pagehide', save);
  onChange();
  return () => {
    clearTimeout(timer);
    stopStore();
    document.removeEventListener('input', onChange);
    window.removeEventListener('pagehide', save);
  };
}

function readTexts(): Record<string, string> {
  const entries = tryStorage((storage) =>
    Object.keys(storage)
      .filter((key) => /^(?:draft|unsent):[\w-]+:/.test(key))
      .map((key) => [key, storage.getItem(key) ?? ''] as const),
  );
  return Object.fromEntries(entries ?? []);
}
