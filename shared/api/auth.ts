import { endpoint, type Role } from './endpoint.ts';

/** The session user as the client sees it. Source: spec section 3. */
export interface SessionUser {
  id: string;
  fullName: string;
  role: Role;
  email: string;
  username: string;
}

/** The answer of GET /api/user: the session user with what the shell shows beside it. */
export interface CurrentUser extends SessionUser {
  profileImage: string | null;
  institution: string | null;
  position: string | null;
  unread: { messages: number; notifications: number };
  connectionCount: number;
  /**
   * Where the person's stream stood before everything else was fetched; what comes after it is told or asked for (GET
   * /api/sync). Null until the session was fetched.
   */
  streamCursor: number | null;
}

/** Registration fields. Source: product.md 4.2. */
export interface RegisterInput {
  username: string;
  email: string;
  fullName: string;
  role: Role;
  password: string;
  confirmPassword: string;
  institution?: string | undefined;
  position?: string | undefined;
}

/** Sign-in fields; `username` takes the e-mail address as well. */
export interface LoginInput {
  username: string;
  password: string;
}

/**
 * A sign-in that needs one more step, which the server keeps for five minutes: a code, or the decision to keep an
 * account that is to be deleted then.
 */
export type PendingSignIn = { twoFactor: true } | { deletedAfter: string };

/** What a sign-in comes to; 202 when a step is left. Source: decision 26. */
export type SignInAnswer = SessionUser | PendingSignIn;

/** Accounts and sessions. */
export const authEndpoints = {
  /**
   * `userId` says whose session the token belongs to, null for a visitor's, so that a page of someone else does not
   * write in it.
   */
  getCsrfToken: endpoint<{ query?: { _?: string } }, { csrfToken: string; userId: string | null }>({
    method: 'GET',
    path: '/api/csrf-token',
    who: 'public',
    errors: [],
  }),
  register: endpoint<{ body: RegisterInput }, SessionUser>({
    method: 'POST',
    path: '/api/register',
    who: 'public',
    errors: ['EMAIL_EXISTS', 'USERNAME_EXISTS', 'IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS'],
  }),
  login: endpoint<{ body: LoginInput }, SignInAnswer>({
    method: 'POST',
    path: '/api/login',
    who: 'public',
    errors: [],
  }),
  /** The code of the authenticator app, or a recovery code. */
  loginTwoFactor: endpoint<{ body: { code: string } }, SignInAnswer>({
    method: 'POST',
    path: '/api/login/two-factor',
    who: 'public',
    errors: [],
  }),
  /** Takes back a deletion that was asked for, and signs in. */
  keepAccount: endpoint<Record<never, never>, SessionUser>({
    method: 'POST',
    path: '/api/login/keep-account',
    who: 'public',
    errors: [],
  }),
  logout: endpoint<Record<never, never>, void>({
    method: 'POST',
    path: '/api/logout',
    who: 'signedIn',
    errors: [],
  }),
  getCurrentUser: endpoint<Record<never, never>, CurrentUser>({
    method: 'GET',
    path: '/api/user',
    who: 'signedIn',
    errors: [],
  }),
  checkUsername: endpoint<{ query: { u: string } }, { available: boolean; suggestion?: string }>({
    method: 'GET',
    path: '/api/username-available',
    who: 'public',
    errors: [],
  }),
} as const;
