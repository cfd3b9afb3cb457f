import { session, type Session } from 'electron';
import type { CookiePort, SessionCookie } from '../core/session-store.ts';
import { isPermitted } from '../core/permissions.ts';
import type { SpellChecker } from '../core/spell-checker.ts';

const PHOTO_TIMEOUT_MS = 3_000;
const PHOTO_MAX_BYTES = 300_000;
/** Names of the session cookie over http and https. */
const SESSION_COOKIES = new Set(['sid', '__Host-sid']);

/** The Electron session of an account: cookies, requests and the storage of the page. */
export type Account = Session;

/**
 * Opens the session of an account. A partition without the prefix `persist:` exists in memory only. Permissions that
 * are not listed are refused.
 */
export function openAccount(partition: string, spellChecker: SpellChecker): Account {
  const account = session.fromPartition(partition);
  // Electron opens the default session by itself.
  for (const each of [session.defaultSession, account]) setSpellChecker(each, spellChecker);
  account.setPermissionRequestHandler((_contents, permission, callback, { requestingUrl, isMainFrame }) =>
    callback(isPermitted({ permission, url: requestingUrl, isMainFrame })),
  );
  account.setPermissionCheckHandler((_contents, permission, origin, { requestingUrl, isMainFrame }) =>
    isPermitted({ permission, url: requestingUrl ?? origin, isMainFrame }),
  );
  account.setDevicePermissionHandler(() => false);
  return account;
}

function setSpellChecker(account: Account, { isEnabled, dictionaryUrl }: SpellChecker): void {
  if (dictionaryUrl !== null) account.setSpellCheckerDictionaryDownloadURL(dictionaryUrl);
  account.setSpellCheckerEnabled(isEnabled);
}

/** Returns the account's cookie jar. */
export function cookiesOf(account: Account): CookiePort {
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

/** Returns the Cookie header for a server; empty when no one is signed in. */
export async function cookieHeader(account: Account, origin: string): Promise<string> {
  const stored = await account.cookies.get({ url: origin });
  return stored.map(({ name, value }) => `${name}=${value}`).join('; ');
}

/** Loads a photo with the account's session. Returns its `data:` address; null when it is no image, or too large. */
export async function loadPhoto(account: Account, url: string): Promise<string | null> {
  try {
    const response = await account.fetch(url, {
      credentials: 'include',
      redirect: 'error',
      signal: AbortSignal.timeout(PHOTO_TIMEOUT_MS),
    });
    const type = response.headers.get('content-type') ?? '';
    if (!response.ok || !/^image\/(?:png|jpeg|webp|avif|gif)$/.test(type)) return null;
    const bytes = Buffer.from(await response.arrayBuffer());
    return bytes.byteLength > PHOTO_MAX_BYTES ? null : `data:${type};base64,${bytes.toString('base64')}`;
  } catch {
    return null;
  }
}
