import { endpoint, endpoints } from './endpoint.ts';
import type { verificationSchemas } from './verifications.schema.ts';
import type { UserCard } from './users.ts';

/** The states of a claim; a confirmed one can be revoked, a declined or revoked one confirmed. */
export const VERIFICATION_STATES = ['pending', 'confirmed', 'declined', 'revoked'] as const;
/** One of {@link VERIFICATION_STATES}. */
export type VerificationState = (typeof VERIFICATION_STATES)[number];

/** The confirmation of a profile entry by an institution, or the request for it. */
export interface EntryClaim {
  id: string;
  entryId: string;
  status: VerificationState;
  institution: { id: string; fullName: string };
  /** When the institution decided; null while the claim is pending. */
  decidedAt: string | null;
}

/** A claimed profile entry: what was done where and when. Months are `YYYY-MM`; `end` is null for a current entry. */
export interface ClaimedEntry {
  kind: 'education' | 'experience';
  place: string;
  what: string;
  start: string;
  end: string | null;
}

/** A claim as the institution sees it. */
export interface VerificationView {
  id: string;
  status: VerificationState;
  user: UserCard;
  entry: ClaimedEntry;
  createdAt: string;
  decidedAt: string | null;
}

/**
 * Profile entries that institutions confirm. Changing an entry removes its claim and so the confirmation.
 */
export const verificationEndpoints = endpoints<typeof verificationSchemas>()({
  createVerification: endpoint<EntryClaim>()({
    method: 'POST',
    path: '/api/verifications',
    who: 'member',
    errors: ['NOT_FOUND', 'EXISTS', 'PENDING_LIMIT'],
    status: 201,
    untilConfirmed: 'refused',
  }),
  /**
   * Claims that name the calling institution, the pending ones oldest first, all others newest first; empty for every
   * other role.
   */
  listVerifications: endpoint<VerificationView[]>()({
    method: 'GET',
    path: '/api/verifications',
    who: 'member',
    isPage: true,
  }),
  /** Called by the institution that the claim names. */
  decideVerification: endpoint<VerificationView>()({
    method: 'PATCH',
    path: '/api/verifications/:id',
    who: 'member',
    errors: ['NOT_FOUND', 'ALREADY_ANSWERED', 'AWAITING_APPROVAL'],
    untilConfirmed: 'refused',
  }),
  /** Withdraws a claim or confirmation of the caller; a declined one remains. */
  removeVerification: endpoint<void>()({
    method: 'DELETE',
    path: '/api/verifications/:id',
    who: 'member',
    errors: ['NOT_FOUND'],
  }),
});
