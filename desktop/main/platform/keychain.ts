import type { KeychainPort } from '../core/session-keeper.ts';

const SERVICE = 'Lyceum';
/** A locked keyring may ask the member first; an app that never opens would be worse than signing in again. */
const ANSWER_TIMEOUT_MS = 5_000;

/** The operating system's keychain by keytar, loaded when first used. Every call throws where there is none. */
export function systemKeychain(): KeychainPort {
  let loading: Promise<typeof import('keytar')> | undefined;
  const load = (): Promise<typeof import('keytar')> => {
    loading ??= import('keytar').then((module) => ('default' in module ? (module.default as typeof module) : module));
    return loading;
  };
  return {
    read: (server) => inTime(load().then((keytar) => keytar.getPassword(SERVICE, server))),
    write: (server, secret) => inTime(load().then((keytar) => keytar.setPassword(SERVICE, server, secret))),
    // Entries are looked for first: some keychains fail on removing what they do not have.
    remove: (server) =>
      inTime(
        load().then(async (keytar) => {
          const entries = await keytar.findCredentials(SERVICE);
          if (entries.some(({ account }) => account === server)) await keytar.deletePassword(SERVICE, server);
        }),
      ),
  };
}

async function inTime<Value>(work: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The keychain does not answer.')), ANSWER_TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
