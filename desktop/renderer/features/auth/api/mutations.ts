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
import { ApiError } from '../../../lib/http/errors.ts';
import { sessionQuery } from '../../../lib/me.ts';

/** Signs in and stores the user. Returns the next step when the sign-in needs one, else null. Errors as `call`. */
export async function login(client: QueryClient, input: LoginInput): Promise<PendingSignIn | null> {
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
  return startSession(client, await call(authEndpoints.register, { body: input }));
}

/** Ends the session on the server; a session that has already ended is no error. Errors as `call`. */
export async function logout(): Promise<void> {
  try {
    await call(authEndpoints.logout, {});
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
  }
}

/** The server renews the session at sign-in, which makes the previous CSRF token invalid. */
function startSession(client: QueryClient, user: SessionUser): CurrentUser {
  apiClient.csrf.clear();
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

/** Removes the user, the cached responses and the CSRF token. Drafts stay: the session may only have expired. */
export async function forgetSession(client: QueryClient, what: 'session' | 'everything' = 'session'): Promise<void> {
  // A write that runs or starts before the page has changed would set a session cookie again.
  const allowWrites = what === 'everything' ? apiClient.endWrites() : null;
  apiClient.csrf.clear();
  await client.cancelQueries();
  // The desktop app's cookies and keychain entry are removed even when the server did not end the session.
  await readBridge()
    ?.forgetSession(what)
    .catch(() => {});
  client.setQueryData(sessionQuery.queryKey, null);
  forgetResponses(client);
  allowWrites?.();
}

/** Removes all cached server data except the session. */
export function forgetResponses(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryHash }) => queryHash !== hashKey(sessionQuery.queryKey) });
  client.getMutationCache().clear();
}

const DRAFT_PREFIX = 'draft:';

/** Removes all drafts from this device. */
export function clearDrafts(): void {
  try {
    for (const storage of [sessionStorage, localStorage]) {
      for (const key of Object.keys(storage)) if (key.startsWith(DRAFT_PREFIX)) storage.removeItem(key);
    }
  } catch {
    // Storage that cannot be read contains no drafts.
  }
}
