import type { KeychainPort } from '../core/session-store.ts';

const SERVICE = 'Lyceum';
/** A locked keyring may prompt the member. Logging in again is better than an app that never opens. */
const KEYCHAIN_TIMEOUT_MS = 5_000;

/** Returns the system's keychain (keytar, loaded on first use). Every call throws when there is none. */
export function systemKeychain(): KeychainPort {
  let loading: Promise<typeof import('keytar')> | undefined;
  const load = (): Promise<typeof import('keytar')> => {
    loading ??= import('keytar').then((module) => ('default' in module ? (module.default as typeof module) : module));
    return loading;
  };
  return {
    list: async () => {
      const entries = await inTime(load().then((keytar) => keytar.findCredentials(SERVICE)));
      // On macOS, an entry that the member does not let the app read is returned empty.
      if (entries.some(({ account, password }) => account === '' || password === ''))
        throw new Error('The keychain refused to return an entry.');
      return entries.map(({ account, password }) => ({ entry: account, secret: password }));
    },
    write: (entry, secret) => inTime(load().then((keytar) => keytar.setPassword(SERVICE, entry, secret))),
    // Some keychains fail when a missing entry is removed, so look it up first.
    remove: (entry) =>
      inTime(
        load().then(async (keytar) => {
          const entries = await keytar.findCredentials(SERVICE);
          if (entries.some(({ account }) => account === entry)) await keytar.deletePassword(SERVICE, entry);
        }),
      ),
  };
}

async function inTime<Value>(work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The keychain does not respond.')), KEYCHAIN_TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
