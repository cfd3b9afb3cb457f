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
  const texts = await bridge.loadUnsentTexts().catch(() => ({}));
  for (const [key, text] of Object.entries(texts)) if (readStored(key) === null) writeStored(key, text);
  writeStored(RESTORED_KEY, 'yes');
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
