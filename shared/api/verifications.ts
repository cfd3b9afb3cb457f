import { endpoint, endpoints } from './endpoint.ts';
import type { verificationSchemas } from './verifications.schema.ts';
import type { UserCard } from './users.ts';

/** The states of a claim; a confirmed one can be revoked, a declined or revoked one confirmed. */
export const VERIFICATION_STATES = ['pending', 'confirmed', 'declined', 'revoked'] as const;
/** One of {@link VERIFICATION_STATES}. */
export type VerificationState = (typeof VERIFICATION_STATES)[number];

/** What an institution says about one line of a profile. */
export interface LineClaim {
  id: string;
  lineId: string;
  status: VerificationState;
  institution: { id: string; fullName: string };
  /** When it was answered; null while it waits. */
  decidedAt: string | null;
}

/** A line as it is claimed: what was done where and when. Months are `YYYY-MM`, `end` null while it goes on. */
export interface ClaimedLine {
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
  line: ClaimedLine;
  createdAt: string;
  decidedAt: string | null;
}

/**
 * Lines of profiles that institutions confirm. A claim ends with its line: changing the line takes the confirmation
 * off.
 */
export const verificationEndpoints = endpoints<typeof verificationSchemas>()({
  createVerification: endpoint<LineClaim>()({
    method: 'POST',
    path: '/api/verifications',
    who: 'member',
    errors: ['NOT_FOUND', 'EXISTS', 'PENDING_LIMIT'],
    isIdempotent: true,
  }),
  /**
   * Claims that name the institution that asks, oldest first while they wait, else newest first; empty for everyone
   * else.
   */
  listVerifications: endpoint<VerificationView[]>()({
    method: 'GET',
    path: '/api/verifications',
    who: 'member',
    isPage: true,
  }),
  /** For the institution that is named. */
  decideVerification: endpoint<VerificationView>()({
    method: 'PATCH',
    path: '/api/verifications/:id',
    who: 'member',
    errors: ['NOT_FOUND', 'ALREADY_ANSWERED'],
  }),
  /** Takes an own claim or confirmation back; a declined one stays. */
  removeVerification: endpoint<void>()({
    method: 'DELETE',
    path: '/api/verifications/:id',
    who: 'member',
    errors: ['NOT_FOUND'],
  }),
});
