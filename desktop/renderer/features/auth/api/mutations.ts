import { hashKey, type QueryClient } from '@tanstack/react-query';
import { authEndpoints } from '#shared/api/auth.ts';
import type {
  CurrentUser,
  LoginInput,
  PendingSignIn,
  RegisterInput,
  SessionUser,
  SignInResult,
} from '#shared/api/auth.ts';
import { apiClient, call } from '../../../lib/http/api.ts';
import { readBridge } from '../../../lib/page/bridge.ts';
import { ApiError, isAbort } from '../../../lib/http/errors.ts';
import { sessionQuery } from '../../../lib/me.ts';
import { readStored, writeStored } from '../../../lib/storage/device-store.ts';

/** Signs in and stores the user. Returns the next step when the sign-in needs one, else null. Errors as `call`. */
export async function login(client: QueryClient, input: LoginInput): Promise<PendingSignIn | null> {
  await stopSigningOut();
  return settleSignIn(client, await call(authEndpoints.login, { body: input }));
}

/** Sends the code of a pending sign-in; otherwise as {@link login}. */
export async function enterCode(client: QueryClient, code: string): Promise<PendingSignIn | null> {
  return settleSignIn(client, await call(authEndpoints.loginTwoFactor, { body: { code } }));
}

/** Cancels the deletion of the account and signs in. Errors as `call`. */
export async function keepAccount(client: QueryClient): Promise<void> {
  startSession(client, await call(authEndpoints.keepAccount, {}));
}

function settleSignIn(client: QueryClient, result: SignInResult): PendingSignIn | null {
  if (!('id' in result)) {
    // A pending sign-in has a session of its own.
    apiClient.csrf.clear();
    return result;
  }
  startSession(client, result);
  return null;
}

/** Registers, signs in and stores the user. Errors as `call`. */
export async function register(client: QueryClient, input: RegisterInput): Promise<CurrentUser> {
  await stopSigningOut();
  return startSession(client, await call(authEndpoints.register, { body: input }));
}

/** The sign-out that the server has not confirmed yet. */
let signingOut: { abort: AbortController; end: Promise<void> } | undefined;

/**
 * Removes the user from the page at once, and then ends the session on the server, which can take minutes without a
 * network. A sign-in in the meantime replaces the session, so it stops the request. Errors as `call`.
 */
export async function signOut(client: QueryClient, userId: string): Promise<void> {
  saveSignOut(userId);
  const end = startSignOut(userId);
  clearDrafts();
  await clearPage(client);
  await end;
}

/** Ends the session that an earlier visit could not end, as when its window was closed without a network. */
export async function resumeSignOut(client: QueryClient): Promise<void> {
  const userId = readStored(SIGN_OUT_KEY);
  if (userId === null) return;
  await client.cancelQueries(sessionQuery);
  client.setQueryData(sessionQuery.queryKey, null);
  await startSignOut(userId);
}

function startSignOut(userId: string): Promise<void> {
  // The same user may have signed in again in another tab, which has a new session.
  const isDue = (): boolean => readBridge() !== undefined || readStored(SIGN_OUT_KEY) === userId;
  const abort = new AbortController();
  const end = endSession(apiClient.endWrites(userId, isDue), abort.signal);
  signingOut = { abort, end: end.catch(() => undefined) };
  return end;
}

async function endSession(send: ReturnType<typeof apiClient.endWrites>, signal: AbortSignal): Promise<void> {
  const { method, path } = authEndpoints.logout;
  try {
    await readBridge()
      ?.forgetSession('stored')
      .catch(() => {});
    await send({ method, path, signal });
    saveSignOut(null);
  } catch (error) {
    // A session that has already ended, or that another user has replaced, is no error.
    if (error instanceof ApiError && (error.status === 401 || error.status === 409)) saveSignOut(null);
    else if (!isAbort(error)) throw error;
  } finally {
    await forgetOnComputer('everything');
  }
}

/** Stops the sign-out that still runs. A sign-in ends the former session. */
async function stopSigningOut(): Promise<void> {
  signingOut?.abort.abort();
  await signingOut?.end;
}

const SIGN_OUT_KEY = 'signingOut';

/** Stores whose session has to be ended; null when none. */
function saveSignOut(userId: string | null): void {
  // The desktop app has no session after a restart.
  if (readBridge() === undefined) writeStored(SIGN_OUT_KEY, userId);
}

/** The server renews the session at sign-in, which makes the previous CSRF token invalid. */
function startSession(client: QueryClient, user: SessionUser): CurrentUser {
  apiClient.csrf.clear();
  saveSignOut(null);
  const current: CurrentUser = {
    ...user,
    profileImage: null,
    institution: null,
    position: null,
    unread: { messages: 0, notifications: 0 },
    connectionCount: 0,
    userLogCursor: null,
  };
  client.setQueryData(sessionQuery.queryKey, current);
  void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  return current;
}

/** Removes a session that the server has ended, from page and computer. Drafts stay: it may only have expired. */
export async function forgetSession(client: QueryClient): Promise<void> {
  apiClient.csrf.clear();
  await forgetOnComputer('session');
  await clearPage(client);
}

/** Removes a session that the server has ended together with the account, and all that the user stored. */
export async function forgetAccount(client: QueryClient, userId: string): Promise<void> {
  apiClient.endWrites(userId);
  clearDrafts();
  await clearPage(client);
  await forgetOnComputer('everything');
}

/** Removes the cookies and the keychain entry of the desktop app, also when the server did not end the session. */
async function forgetOnComputer(what: 'session' | 'everything'): Promise<void> {
  await readBridge()
    ?.forgetSession(what)
    .catch(() => {});
}

/** Removes the user and the cached responses. */
async function clearPage(client: QueryClient): Promise<void> {
  // A query that is cancelled restores its previous data.
  await client.cancelQueries();
  client.setQueryData(sessionQuery.queryKey, null);
  forgetResponses(client);
}

/** Removes all cached server data except the session. */
export function forgetResponses(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryHash }) => queryHash !== hashKey(sessionQuery.queryKey) });
  client.getMutationCache().clear();
}

const DRAFT_PREFIX = 'draft:';

/** Removes all drafts from this device. */
function clearDrafts(): void {
  try {
    for (const storage of [sessionStorage, localStorage]) {
      for (const key of Object.keys(storage)) if (key.startsWith(DRAFT_PREFIX)) storage.removeItem(key);
    }
  } catch {
    // Storage that cannot be read contains no drafts.
  }
}
