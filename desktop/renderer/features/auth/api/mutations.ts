import type { QueryClient } from '@tanstack/react-query';
import { authEndpoints } from '#shared/api/auth.ts';
import type {
  CurrentUser,
  LoginInput,
  PendingSignIn,
  RegisterInput,
  SessionUser,
  SignInAnswer,
} from '#shared/api/auth.ts';
import { apiClient, call } from '../../../lib/api.ts';
import { readBridge } from '../../../lib/bridge.ts';
import { ApiError } from '../../../lib/errors.ts';
import { sessionQuery } from './queries.ts';

/** Signs in and stores the user, or answers which step is left. Errors as `call`. */
export async function login(client: QueryClient, input: LoginInput): Promise<PendingSignIn | null> {
  return settleSignIn(client, await call(authEndpoints.login, { body: input }));
}

/** Takes the code of a sign-in that waits for one; otherwise as {@link login}. */
export async function enterCode(client: QueryClient, code: string): Promise<PendingSignIn | null> {
  return settleSignIn(client, await call(authEndpoints.loginTwoFactor, { body: { code } }));
}

/** Keeps an account whose deletion was asked for, which signs in too. Errors as `call`. */
export async function keepAccount(client: QueryClient): Promise<void> {
  startSession(client, await call(authEndpoints.keepAccount, {}));
}

function settleSignIn(client: QueryClient, answer: SignInAnswer): PendingSignIn | null {
  if (!('id' in answer)) {
    // The sign-in that waits has a session of its own.
    apiClient.csrf.clear();
    return answer;
  }
  startSession(client, answer);
  return null;
}

/** Registers, which signs in too, and stores the user. Errors as `call`. */
export async function register(client: QueryClient, input: RegisterInput): Promise<CurrentUser> {
  return startSession(client, await call(authEndpoints.register, { body: input }));
}

/** Ends the session on the server; one that has ended already is no error. Errors as `call`. */
export async function logout(): Promise<void> {
  try {
    await call(authEndpoints.logout, {});
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
  }
}

/** The server renews the session at sign-in, so the token of the one before is void (decision 17). */
function startSession(client: QueryClient, user: SessionUser): CurrentUser {
  apiClient.csrf.clear();
  const current: CurrentUser = {
    ...user,
    profileImage: null,
    institution: null,
    position: null,
    unread: { messages: 0, notifications: 0 },
    connectionCount: 0,
    streamCursor: null,
  };
  client.setQueryData(sessionQuery.queryKey, current);
  void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  return current;
}

/**
 * Forgets what was shown to the member: the user, cached answers, the token. Drafts stay, for a session that only
 * expired.
 */
export async function forgetSession(client: QueryClient, what: 'session' | 'everything' = 'session'): Promise<void> {
  // An answer that is still on its way would bring its cookie back.
  if (what === 'everything') apiClient.endWrites();
  else apiClient.csrf.clear();
  await client.cancelQueries();
  // The shell's jar and keychain belong to this computer: they are emptied whatever the server said.
  await readBridge()
    ?.forgetSession(what)
    .catch(() => {});
  client.setQueryData(sessionQuery.queryKey, null);
  forgetAnswers(client);
}

/** Forgets all that the server told the member who was signed in, but the session itself. */
export function forgetAnswers(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
  client.getMutationCache().clear();
}

const DRAFT_PREFIX = 'draft:';

/** Removes every unsent text from this device. */
export function clearDrafts(): void {
  try {
    for (const storage of [sessionStorage, localStorage]) {
      for (const key of Object.keys(storage)) if (key.startsWith(DRAFT_PREFIX)) storage.removeItem(key);
    }
  } catch {
    // A closed storage holds no drafts.
  }
}
