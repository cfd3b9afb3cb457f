import { endpoint, endpoints, type Role } from './endpoint.ts';
import type * as z from 'zod/mini';
import type { accountSchemas, confirmPasswordSchema } from './account.schema.ts';

/** Changes that concern the security of an account. */
export type SecurityChange =
  | `password-${'changed' | 'reset'}`
  | `email-${'change-requested' | 'changed'}`
  | `two-factor-${'on' | 'off'}`
  | `account-${'restored' | 'approved'}`
  | 'recovery-codes-renewed'
  | 'new-device'
  | 'failed-sign-ins'
  | 'wrong-codes'
  | 'deletion-requested';

/** The password, and a code if two-factor sign-in is on. */
export type ConfirmPasswordInput = z.infer<typeof confirmPasswordSchema>;

/** Progress of an archive of an account. */
export type ExportStatus = 'waiting' | 'working' | 'ready' | 'failed';

/** One archive of all data of an account. `progress` is in percent, `size` in bytes. */
export interface ExportView {
  id: string;
  status: ExportStatus;
  progress: number;
  size: number | null;
  createdAt: string;
  /** When it is removed; null until it is ready. */
  expiresAt: string | null;
  /** Whether this session may download it without the password: for an hour after it was entered. */
  isConfirmed: boolean;
}

/** The account, as only its owner sees it. */
export interface AccountView {
  username: string;
  fullName: string;
  role: Role;
  email: string;
  isEmailVerified: boolean;
  /** Whether a mail server refuses the address permanently: the last email to it could not be delivered. */
  isEmailRefused: boolean;
  /** New address that is not confirmed yet; null when there is none. */
  pendingEmail: string | null;
  twoFactor: { isOn: boolean; recoveryCodesLeft: number };
  /** The latest archive that was requested and has not expired; null when there is none. */
  lastExport: ExportView | null;
}

/** The account's own data, its email address and the recovery of its password. */
export const accountEndpoints = endpoints<typeof accountSchemas>()({
  getAccount: endpoint<AccountView>()({
    method: 'GET',
    path: '/api/account',
    who: 'signedIn',
    isBeforeTwoFactor: true,
  }),
  editAccount: endpoint<AccountView>()({
    method: 'PATCH',
    path: '/api/account',
    who: 'signedIn',
    errors: ['USERNAME_EXISTS'],
  }),
  /** Returns 202 after the same time, whether or not an account has the address. */
  forgotPassword: endpoint<{ accepted: true }>()({
    method: 'POST',
    path: '/api/password/forgot',
    who: 'public',
    status: 202,
  }),
  /** Ends every session of the account. */
  resetPassword: endpoint<void>()({
    method: 'POST',
    path: '/api/password/reset',
    who: 'public',
  }),
  /**
   * Accepts the link that the previous address received: sets that address and a new password, ends every session and
   * removes a second factor that was enabled in the last 7 days.
   */
  restoreAccount: endpoint<void>()({
    method: 'POST',
    path: '/api/account/restore',
    who: 'public',
    errors: ['EMAIL_EXISTS'],
  }),
  /** Accepts the link of a first or a changed address; returns the confirmed address. */
  verifyEmail: endpoint<{ email: string }>()({
    method: 'POST',
    path: '/api/email/verify',
    who: 'public',
    errors: ['EMAIL_EXISTS'],
  }),
  /** Sends the link to the account's address again; 202. */
  resendVerification: endpoint<{ accepted: true }>()({
    method: 'POST',
    path: '/api/email/verification',
    who: 'signedIn',
    isBeforeTwoFactor: true,
    status: 202,
  }),
  /** Sends a link to the new address; the old one is used until the link is opened. 202. */
  changeEmail: endpoint<{ pendingEmail: string }>()({
    method: 'POST',
    path: '/api/email/change',
    who: 'signedIn',
    isBeforeTwoFactor: true,
    errors: ['EMAIL_EXISTS'],
    status: 202,
  }),
  /** Requests an archive of all data of the account; returns the one in progress if there is one. 202. */
  createExport: endpoint<ExportView>()({
    method: 'POST',
    path: '/api/account/export',
    who: 'signedIn',
    status: 202,
  }),
  getExport: endpoint<ExportView>()({
    method: 'GET',
    path: '/api/account/export/:id',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  /** Lets this session download the archive for an hour. */
  confirmExport: endpoint<ExportView>()({
    method: 'POST',
    path: '/api/account/export/:id/confirm',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  /** The archive itself, for a session that has confirmed it. */
  downloadExport: endpoint<Blob>()({
    method: 'GET',
    path: '/api/account/export/:id/file',
    isCounted: true,
    who: 'signedIn',
    isNavigable: true,
    errors: ['NOT_FOUND', 'NOT_ALLOWED'],
  }),
  /** Hides the account at once and deletes it at `deletedAfter`, unless its owner signs in earlier. 202. */
  deleteAccount: endpoint<{ deletedAfter: string }>()({
    method: 'DELETE',
    path: '/api/account',
    who: 'signedIn',
    status: 202,
    endsSession: true,
  }),
  cancelEmailChange: endpoint<void>()({
    method: 'DELETE',
    path: '/api/email/change',
    who: 'signedIn',
    isBeforeTwoFactor: true,
  }),
});
