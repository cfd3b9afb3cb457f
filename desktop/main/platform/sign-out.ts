import { app, powerMonitor, session } from 'electron';
import { setProxy, type AccountSession } from './account.ts';
import { fetchFromServer } from './server.ts';

const SERVER_TIMEOUT_MS = 3_000;

/** Cookies of the account for a server. */
export type AccountCookies = { name: string; value: string }[];

/** Sessions that end a session on its server, and that no one uses now; each is emptied after its use. */
const unusedCopies: string[] = [];
let lastCopy = 0;

/** Stops the account's requests, whose responses could set cookies again. Returns its cookies for a server. */
export async function stopRequests(account: AccountSession, origin: string): Promise<AccountCookies> {
  await account.closeAllConnections();
  return account.cookies.get({ url: origin });
}

/**
 * Ends a session on its server with a copy of the account's cookies, which may be removed from the account meanwhile.
 * Does nothing when the server does not respond: its session is unusable, because the cookie no longer exists.
 */
export async function endOnServer(
  stored: AccountCookies,
  { origin, proxy }: { origin: string; proxy: string },
): Promise<void> {
  if (stored.length === 0) return;
  // Several accounts end at once; two requests of one Electron session would send the same cookies.
  const partition = unusedCopies.pop() ?? `sign-out-${(lastCopy += 1)}`;
  const copy = session.fromPartition(partition);
  const signal = AbortSignal.timeout(SERVER_TIMEOUT_MS);
  try {
    // A session may look for dictionaries although it shows no page (electron#22995).
    copy.setSpellCheckerEnabled(false);
    await setProxy(copy, proxy);
    for (const { name, value } of stored)
      await copy.cookies.set({ url: origin, name, value, path: '/', secure: origin.startsWith('https:') });
    const response = await fetchFromServer(copy, `${origin}/api/csrf-token`, { signal });
    const { csrfToken } = (await response.json()) as { csrfToken: string };
    const headers = { 'CSRF-Token': csrfToken };
    await fetchFromServer(copy, `${origin}/api/logout`, { signal, method: 'POST', headers });
  } catch {
    // See above.
  }
  await copy.clearStorageData().then(
    () => unusedCopies.push(partition),
    () => undefined,
  );
}

/** Removes what pages have stored, except cookies. */
export async function clearPageStorage(account: AccountSession): Promise<void> {
  await account.clearStorageData({
    storages: ['filesystem', 'indexdb', 'localstorage', 'shadercache', 'serviceworkers', 'cachestorage'],
  });
}

/** Removes what the account keeps beside its cookies and storage: caches and passwords of proxies. */
export async function clearNetwork(account: AccountSession): Promise<void> {
  await Promise.all([
    account.clearAuthCache(),
    account.clearHostResolverCache(),
    account.clearCodeCaches({}),
    account.clearSharedDictionaryCache(),
  ]);
}

/** Removes recent documents and the number on the icon, which the operating system shows of the app. */
export function clearSystem(platform: NodeJS.Platform): void {
  if (platform !== 'linux') app.clearRecentDocuments();
  app.setBadgeCount(0);
}

/** True when the screen is locked, on systems that report it. Linux has no event for it. */
export function isScreenLocked(): boolean {
  return powerMonitor.getSystemIdleState(1) === 'locked';
}

/** Calls `run` when the screen is locked or another user logs in. Returns the function that stops it. */
export function onScreenLock(run: () => void): () => void {
  powerMonitor.on('lock-screen', run);
  powerMonitor.on('user-did-resign-active', run);
  return () => {
    powerMonitor.off('lock-screen', run);
    powerMonitor.off('user-did-resign-active', run);
  };
}

/** Calls `run` when the computer shuts down (macOS, Linux). On Windows, the window reports it. */
export function onShutdown(run: () => void): () => void {
  powerMonitor.on('shutdown', run);
  return () => {
    powerMonitor.off('shutdown', run);
  };
}
