import { endpoint, type PageQuery } from './endpoint.ts';
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
 * off. Source: product.md 2.6, 4.3.
 */
export const verificationEndpoints = {
  createVerification: endpoint<{ body: { lineId: string; institutionId: string } }, LineClaim>({
    method: 'POST',
    path: '/api/verifications',
    who: 'member',
    errors: ['NOT_FOUND', 'EXISTS', 'PENDING_LIMIT', 'IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS'],
  }),
  /**
   * Claims that name the institution that asks, oldest first while they wait, else newest first; empty for everyone
   * else.
   */
  listVerifications: endpoint<{ query: { status?: VerificationState } & PageQuery }, VerificationView[]>({
    method: 'GET',
    path: '/api/verifications',
    who: 'member',
    errors: [],
    isPage: true,
  }),
  /** For the institution that is named. */
  decideVerification: endpoint<
    { params: { id: string }; body: { status: 'confirmed' | 'declined' | 'revoked' } },
    VerificationView
  >({
    method: 'PATCH',
    path: '/api/verifications/:id',
    who: 'member',
    errors: ['NOT_FOUND', 'ALREADY_ANSWERED'],
  }),
  /** Takes an own claim or confirmation back; a declined one stays. */
  removeVerification: endpoint<{ params: { id: string } }, void>({
    method: 'DELETE',
    path: '/api/verifications/:id',
    who: 'member',
    errors: ['NOT_FOUND'],
  }),
} as const;
