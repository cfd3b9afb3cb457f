import type * as z from 'zod/mini';
import { endpoint, endpoints, type NoSchemas, type Role } from './endpoint.ts';
import type { authSchemas, sessionSchemas } from './auth.schema.ts';

/** The session user as the client sees it. */
export interface SessionUser {
  id: string;
  fullName: string;
  role: Role;
  email: string;
  username: string;
}

/** The response of GET /api/user: the session user and what the shell shows. */
export interface CurrentUser extends SessionUser {
  profileImage: string | null;
  institution: string | null;
  position: string | null;
  unread: { messages: number; notifications: number };
  connectionCount: number;
  /** True until they have set up the two-factor sign-in that the operator requires of their role; omitted otherwise. */
  mustSetUpTwoFactor?: true;
  /**
   * Sequence number of the user log before everything else was fetched; later entries are pushed or fetched (GET
   * /api/sync). Null until the session was fetched.
   */
  userLogCursor: number | null;
}

/** Registration fields. */
export type RegisterInput = z.infer<typeof authSchemas.register.body>;

/** Sign-in fields; `username` may be the email address. */
export type LoginInput = z.infer<typeof authSchemas.login.body>;

/** Input of a change of password. */
export type ChangePasswordInput = z.infer<typeof sessionSchemas.changePassword.body>;

/**
 * A sign-in that requires one more step within five minutes: a code, or the decision to keep an account that will be
 * deleted at `deletedAfter`.
 */
export type PendingSignIn = { twoFactor: true } | { deletedAfter: string };

/** Result of a sign-in; 202 when a second step is required. */
export type SignInResult = SessionUser | PendingSignIn;

/** Accounts and sessions. */
export const authEndpoints = endpoints<typeof authSchemas>()({
  /**
   * `userId` is the user of the token's session, null for a visitor's; it stops a page of another user from writing in
   * the session.
   */
  getCsrfToken: endpoint<{ csrfToken: string; userId: string | null }>()({
    method: 'GET',
    path: '/api/csrf-token',
    who: 'public',
    hasSecret: true,
  }),
  register: endpoint<SessionUser>()({
    method: 'POST',
    path: '/api/register',
    who: 'public',
    errors: ['EMAIL_EXISTS', 'USERNAME_EXISTS'],
    status: 201,
  }),
  login: endpoint<SignInResult>()({
    method: 'POST',
    path: '/api/login',
    who: 'public',
    isRepeatable: true,
  }),
  /** Accepts the code of the authenticator app or a recovery code. */
  loginTwoFactor: endpoint<SignInResult>()({
    method: 'POST',
    path: '/api/login/two-factor',
    who: 'public',
  }),
  /** Cancels a requested deletion and signs in. */
  keepAccount: endpoint<SessionUser>()({
    method: 'POST',
    path: '/api/login/keep-account',
    who: 'public',
  }),
  logout: endpoint<void>()({
    method: 'POST',
    path: '/api/logout',
    who: 'signedIn',
    isBeforeTwoFactor: true,
    endsSession: true,
  }),
  checkUsername: endpoint<{ available: boolean; suggestion?: string }>()({
    method: 'GET',
    path: '/api/username-available',
    who: 'public',
  }),
});

/** The signed-in user. */
export const currentUserEndpoints = endpoints<NoSchemas>()({
  getCurrentUser: endpoint<CurrentUser>()({
    method: 'GET',
    path: '/api/user',
    who: 'signedIn',
    isBeforeTwoFactor: true,
  }),
});
