import { session, type Session } from 'electron';
import type { CookiePort, SessionCookie } from '../core/session-store.ts';
import type { SpellChecker } from '../core/spell-checker.ts';
import { guardPermissions, type PermissionGuard } from './permissions.ts';
import { fetchFromServer } from './server.ts';

const PHOTO_TIMEOUT_MS = 3_000;
const PHOTO_MAX_BYTES = 300_000;
/** Names of the session cookie over http and https. */
const SESSION_COOKIES = new Set(['sid', '__Host-sid']);

/** The Electron session of an account: cookies, requests and the storage of the page. */
export type AccountSession = Session;

/**
 * Opens the session of an account; `permissions` decides about what its pages request. A partition without the prefix
 * `persist:` exists in memory only.
 */
export function openAccountSession(
  partition: string,
  spellChecker: SpellChecker,
  permissions: PermissionGuard,
): AccountSession {
  const account = session.fromPartition(partition);
  // Electron opens the default session by itself.
  for (const each of [session.defaultSession, account]) {
    setSpellChecker(each, spellChecker);
    guardPermissions(each, permissions);
    // USB, HID and serial devices; without a listener for its event, Electron denies Bluetooth.
    each.setDevicePermissionHandler(() => false);
  }
  return account;
}

function setSpellChecker(account: AccountSession, { isEnabled, dictionaryUrl }: SpellChecker): void {
  if (dictionaryUrl !== null) account.setSpellCheckerDictionaryDownloadURL(dictionaryUrl);
  account.setSpellCheckerEnabled(isEnabled);
}

/** Sets the proxy of the account's requests; the values are those of the policy. */
export async function setProxy(account: AccountSession, proxy: string): Promise<void> {
  if (proxy === 'system' || proxy === 'direct') await account.setProxy({ mode: proxy });
  else if (proxy.startsWith('pac+')) await account.setProxy({ mode: 'pac_script', pacScript: proxy.slice(4) });
  else await account.setProxy({ mode: 'fixed_servers', proxyRules: proxy });
}

/** Returns the account's cookie jar. */
export function cookiesOf(account: AccountSession): CookiePort {
  return {
    set: (origin, cookie) =>
      account.cookies.set({
        url: origin,
        name: cookie.name,
        value: cookie.value,
        path: '/',
        httpOnly: true,
        secure: origin.startsWith('https:'),
        sameSite: 'lax',
        ...(cookie.expirationDate !== undefined && { expirationDate: cookie.expirationDate }),
      }),
    async clear(what) {
      await account.clearStorageData(what === 'session' ? { storages: ['cookies'] } : {});
      await account.clearCache();
    },
    onChange: (listener) => {
      account.cookies.on('changed', (_event, cookie, cause, isRemoved) => {
        if (!SESSION_COOKIES.has(cookie.name)) return;
        // Electron reports a replaced cookie as removed first; the event that follows contains the new one.
        if (!isRemoved) listener(toSessionCookie(cookie));
        else if (cause !== 'overwrite') listener(null);
      });
    },
  };
}

function toSessionCookie({ name, value, expirationDate }: Electron.Cookie): SessionCookie {
  return { name, value, ...(expirationDate !== undefined && { expirationDate }) };
}

/** Returns the values of the account's cookies, which must be in no report. */
export async function cookieValues(account: AccountSession): Promise<string[]> {
  return (await account.cookies.get({})).map(({ value }) => value);
}

/** Loads a photo with the account's session. Returns its `data:` address; null when it is no image, or too large. */
export async function loadPhoto(account: AccountSession, url: string): Promise<string | null> {
  try {
    const response = await fetchFromServer(account, url, { signal: AbortSignal.timeout(PHOTO_TIMEOUT_MS) });
    const type = response.headers.get('content-type') ?? '';
    if (!response.ok || !/^image\/(?:png|jpeg|webp|avif|gif)$/.test(type)) return null;
    const bytes = Buffer.from(await response.arrayBuffer());
    return bytes.byteLength > PHOTO_MAX_BYTES ? null : `data:${type};base64,${bytes.toString('base64')}`;
  } catch {
    return null;
  }
}
