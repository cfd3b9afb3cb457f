import { endpoint } from './endpoint.ts';

/** One place where the member is signed in. */
export interface SessionView {
  id: string;
  /** Browser and system in words: "Chrome on Windows"; "Unknown device" when it does not say. */
  device: string;
  ip: string | null;
  createdAt: string;
  lastSeenAt: string;
  isCurrent: boolean;
}

/** Where the member is signed in, and the password that lets them in. Source: product.md 4.2. */
export const sessionEndpoints = {
  listSessions: endpoint<Record<never, never>, SessionView[]>({
    method: 'GET',
    path: '/api/sessions',
    who: 'signedIn',
    errors: [],
  }),
  /** Signs every other device out. */
  revokeOtherSessions: endpoint<Record<never, never>, void>({
    method: 'DELETE',
    path: '/api/sessions',
    who: 'signedIn',
    errors: [],
  }),
  revokeSession: endpoint<{ params: { id: string } }, void>({
    method: 'DELETE',
    path: '/api/sessions/:id',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  /** Signs every other device out as well. */
  changePassword: endpoint<{ body: { currentPassword: string; newPassword: string } }, void>({
    method: 'POST',
    path: '/api/password/change',
    who: 'signedIn',
    errors: [],
  }),
} as const;
