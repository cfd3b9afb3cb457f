import { endpoint, type Role } from './endpoint.ts';

/** How far an archive of an account is. */
export type ExportStatus = 'waiting' | 'working' | 'ready' | 'failed';

/** One archive of everything an account holds. `progress` is in percent, `size` in bytes. */
export interface ExportView {
  id: string;
  status: ExportStatus;
  progress: number;
  size: number | null;
  createdAt: string;
  /** When it is removed; null until it is ready. */
  expiresAt: string | null;
}

/** The account as its owner alone sees it. */
export interface AccountView {
  username: string;
  fullName: string;
  role: Role;
  email: string;
  isEmailVerified: boolean;
  /** An address that waits for the link in its mail; null when none does. */
  pendingEmail: string | null;
  twoFactor: { isOn: boolean; recoveryCodesLeft: number };
  /** The last archive that was asked for and is not gone yet. */
  lastExport: ExportView | null;
}

/** The account's own data and the way back into it. Source: product.md 2.2, 2.7 and 4.2. */
export const accountEndpoints = {
  getAccount: endpoint<Record<never, never>, AccountView>({
    method: 'GET',
    path: '/api/account',
    who: 'signedIn',
    errors: [],
  }),
  editAccount: endpoint<{ body: { username: string } }, AccountView>({
    method: 'PATCH',
    path: '/api/account',
    who: 'signedIn',
    errors: ['USERNAME_EXISTS'],
  }),
  /** Answers 202 after the same time whether an account has the address or not. */
  forgotPassword: endpoint<{ body: { email: string } }, { accepted: true }>({
    method: 'POST',
    path: '/api/password/forgot',
    who: 'public',
    errors: [],
  }),
  /** Ends every session of the account. */
  resetPassword: endpoint<{ body: { token: string; password: string } }, void>({
    method: 'POST',
    path: '/api/password/reset',
    who: 'public',
    errors: [],
  }),
  /** Takes the link of a first address and of a changed one; answers the address that is confirmed. */
  verifyEmail: endpoint<{ body: { token: string } }, { email: string }>({
    method: 'POST',
    path: '/api/email/verify',
    who: 'public',
    errors: ['EMAIL_EXISTS'],
  }),
  /** Sends the link to the account's address once more; 202. */
  resendVerification: endpoint<Record<never, never>, { accepted: true }>({
    method: 'POST',
    path: '/api/email/verification',
    who: 'signedIn',
    errors: [],
  }),
  /** Sends a link to the new address; until it is opened the old one stays. 202. */
  changeEmail: endpoint<{ body: { newEmail: string; password: string } }, { pendingEmail: string }>({
    method: 'POST',
    path: '/api/email/change',
    who: 'signedIn',
    errors: ['EMAIL_EXISTS'],
  }),
  /** Asks for an archive of everything the account holds; one that is being made is answered again. 202. */
  createExport: endpoint<{ body: { password: string } }, ExportView>({
    method: 'POST',
    path: '/api/account/export',
    who: 'signedIn',
    errors: ['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS'],
  }),
  getExport: endpoint<{ params: { id: string } }, ExportView>({
    method: 'GET',
    path: '/api/account/export/:id',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  /** The archive itself. */
  downloadExport: endpoint<{ params: { id: string } }, Blob>({
    method: 'GET',
    path: '/api/account/export/:id/file',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  /** Hides the account at once and deletes it at `deletedAfter`, unless its owner signs in before. 202. */
  deleteAccount: endpoint<{ body: { password: string } }, { deletedAfter: string }>({
    method: 'DELETE',
    path: '/api/account',
    who: 'signedIn',
    errors: [],
  }),
  cancelEmailChange: endpoint<Record<never, never>, void>({
    method: 'DELETE',
    path: '/api/email/change',
    who: 'signedIn',
    errors: [],
  }),
} as const;
