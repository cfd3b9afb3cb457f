import type { KeychainPort } from '../core/session-store.ts';

type Keytar = typeof import('keytar');

const SERVICE = 'Lyceum';
/** A locked keyring may prompt the member. Logging in again is better than an app that never opens. */
const KEYCHAIN_TIMEOUT_MS = 5_000;

/**
 * Returns the system's keychain (keytar, loaded on first use). Every call throws when there is none. One call runs at a
 * time: the native module can crash when several run at once.
 */
export function systemKeychain(): KeychainPort {
  let loading: Promise<Keytar> | undefined;
  const load = (): Promise<Keytar> => {
    loading ??= import('keytar').then((module) => ('default' in module ? (module.default as typeof module) : module));
    return loading;
  };
  let queue: Promise<unknown> = Promise.resolve();
  const inTurn = <Value>(work: (keytar: Keytar) => Promise<Value>): Promise<Value> => {
    const result = inTime(queue.then(load), work);
    queue = result.catch(() => undefined);
    return result;
  };
  return {
    list: async () => {
      const entries = await inTurn((keytar) => keytar.findCredentials(SERVICE));
      // On macOS, an entry that the member does not let the app read is returned empty.
      if (entries.some(({ account, password }) => account === '' || password === ''))
        throw new Error('The keychain refused to return an entry.');
      return entries.map(({ account, password }) => ({ entry: account, secret: password }));
    },
    write: (entry, secret) => inTurn((keytar) => keytar.setPassword(SERVICE, entry, secret)),
    remove: (entry) =>
      inTurn(async (keytar) => {
        // Some keychains fail when a missing entry is removed, so look it up first.
        const entries = await keytar.findCredentials(SERVICE);
        if (entries.some(({ account }) => account === entry)) await keytar.deletePassword(SERVICE, entry);
      }),
  };
}

/** Runs work when it is its turn. Throws when that and the work take too long; work that is late is not begun. */
async function inTime<Value>(turn: Promise<Keytar>, work: (keytar: Keytar) => Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  let isLate = false;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      isLate = true;
      reject(new Error('The keychain does not respond.'));
    }, KEYCHAIN_TIMEOUT_MS);
  });
  const begin = async (keytar: Keytar): Promise<Value> => (isLate ? late : work(keytar));
  try {
    return await Promise.race([turn.then(begin), late]);
  } finally {
    clearTimeout(timer);
  }
}
