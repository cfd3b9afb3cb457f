import type { EntityManager } from '@mikro-orm/postgresql';
import type { EducationItem, ExperienceItem } from '#shared/api/users.ts';
import type { ClaimedEntry, EntryClaim, VerificationState, VerificationView } from '#shared/api/verifications.ts';
import { VERIFICATION_LIMITS } from '#shared/limits.ts';
import { databaseNow } from '../../db/clock.ts';
import { read, type Reader } from '../../db/read.ts';
import { publishDomainEvent, type DomainEvents } from '../../domain-events.ts';
import { LOCKED, transact } from '../../db/transact.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import { creationCursor, decodeCursor, LIST_START, toPage, type Page, type PageQuery } from '../../http/page.ts';
import { User } from '../users/user.entity.ts';
import { isApprovedInstitution } from '../users/user.view.ts';
import { lockUser, storeVerifiers } from '../users/users.service.ts';
import { Verification } from './verification.entity.ts';
import {
  loadClaims,
  loadVerificationView,
  toVerificationView,
  VERIFICATION_COLUMNS,
  type VerificationRow,
} from './verification.view.ts';
import { HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';

/** Returns the part of a profile entry that is confirmed; its description may change freely. */
function toClaimedEntry(item: EducationItem | ExperienceItem): ClaimedEntry {
  const { start, end } = item;
  return 'company' in item
    ? { kind: 'experience', place: item.company, what: item.title, start, end }
    : {
        kind: 'education',
        place: item.institution,
        what: [item.degree, item.field].filter(Boolean).join(', '),
        start,
        end,
      };
}

/** Indexes the entries of a profile by id. */
function entriesOf(user: User): Map<string, ClaimedEntry> {
  const items: (EducationItem | ExperienceItem)[] = [...user.educationData, ...user.experienceData];
  return new Map(items.flatMap((item) => (item.id === undefined ? [] : [[item.id, toClaimedEntry(item)] as const])));
}

function isSameEntry(a: ClaimedEntry | undefined, b: ClaimedEntry): boolean {
  return a !== undefined && (['kind', 'place', 'what', 'start', 'end'] as const).every((part) => a[part] === b[part]);
}

/** Deletes the claims whose entry was removed or changed, in the transaction of the edit, on the locked user. */
export async function dropStaleClaims(tx: EntityManager, user: User): Promise<void> {
  const entries = entriesOf(user);
  const claims = await tx.find(Verification, { userId: user.id }, LOCKED);
  for (const claim of claims) {
    if (isSameEntry(entries.get(claim.entryId), claim.entry)) continue;
    tx.remove(claim);
    publishDomainEvent(tx, 'verification-updated', {
      verificationId: claim.id,
      userId: user.id,
      institutionId: claim.institutionId,
    });
  }
}

/** Institutions that an operator has approved. */
const INSTITUTION = {
  name: 'verifying-institution',
  text: `select u.id from users u where u.id = $2 and ${isApprovedInstitution('u')}
    and u.id not in (${HIDDEN_FROM_VIEWER})`,
};

/**
 * Requests that an institution confirms an entry of the user's own profile.
 *
 * @throws AppError NOT_FOUND for an unknown entry or institution, EXISTS for an entry that is already claimed,
 *   PENDING_LIMIT.
 */
export async function createVerification(
  em: EntityManager,
  userId: string,
  { entryId, institutionId }: { entryId: string; institutionId: string },
): Promise<EntryClaim> {
  return transact(em, async (tx) => {
    const user = await tx.findOneOrFail(User, { id: userId }, LOCKED);
    const entry = entriesOf(user).get(entryId);
    if (!entry) throw notFound('This entry');
    const [institution] = await read<{ id: string }>(tx, INSTITUTION, [userId, institutionId]);
    if (!institution || institutionId === userId) throw notFound('This institution');
    if ((await tx.count(Verification, { userId, entryId })) > 0)
      throw new AppError('EXISTS', 'You have already asked an institution to confirm this entry');
    if ((await tx.count(Verification, { userId, status: 'pending' })) >= VERIFICATION_LIMITS.pendingMax) {
      throw new AppError(
        'PENDING_LIMIT',
        `${VERIFICATION_LIMITS.pendingMax} of your requests to institutions are pending. Withdraw some first.`,
      );
    }
    const claim = tx.create(Verification, { userId, institutionId, entryId, entry });
    publishDomainEvent(tx, 'verification-created', { verificationId: claim.id, userId, institutionId });
    await tx.flush();
    const [view] = await loadClaims(tx, userId, { entryIds: [entryId], viewerId: userId, isOwn: true });
    if (!view) throw notFound('This institution');
    return view;
  });
}

/** The decisions that are allowed in each state. */
const DECISIONS: Record<VerificationState, readonly VerificationState[]> = {
  pending: ['confirmed', 'declined'],
  confirmed: ['revoked'],
  declined: ['confirmed'],
  revoked: ['confirmed'],
};

/**
 * Confirms, declines or revokes a claim of an institution. @throws AppError NOT_FOUND, ALREADY_ANSWERED,
 * AWAITING_APPROVAL for a confirmation by an institution that an operator has not approved, or by another role.
 */
export async function decideVerification(
  em: EntityManager,
  institutionId: string,
  { id, status }: { id: string; status: 'confirmed' | 'declined' | 'revoked' },
): Promise<VerificationView> {
  return transact(em, async (tx) => {
    const claim = await tx.findOne(Verification, { id, institutionId }, LOCKED);
    if (!claim || !(await loadVerificationView(tx, id, institutionId))) throw notFound('This claim');
    const state: VerificationState = claim.status;
    if (status === 'confirmed' && (await read(tx, INSTITUTION, [institutionId, institutionId])).length === 0)
      throw new AppError('AWAITING_APPROVAL', 'Your institution awaits approval by the operators of this server');
    if (!DECISIONS[state].includes(status)) throw new AppError('ALREADY_ANSWERED', `This claim is already ${state}`);
    claim.status = status;
    claim.decidedAt = databaseNow();
    publishDomainEvent(tx, 'verification-updated', { verificationId: id, userId: claim.userId, institutionId });
    await tx.flush();
    const view = await loadVerificationView(tx, id, institutionId);
    if (!view) throw notFound('This claim');
    return view;
  });
}

/** Withdraws the user's own claim or confirmation. @throws AppError NOT_FOUND, also for a declined or revoked one. */
export async function removeVerification(em: EntityManager, userId: string, id: string): Promise<void> {
  await transact(em, async (tx) => {
    const claim = await tx.findOne(Verification, { id, userId, status: ['pending', 'confirmed'] }, LOCKED);
    if (!claim) throw notFound('This claim');
    tx.remove(claim);
    publishDomainEvent(tx, 'verification-updated', { verificationId: id, userId, institutionId: claim.institutionId });
    await tx.flush();
  });
}

const listText = (order: 'asc' | 'desc') => `select ${VERIFICATION_COLUMNS}
  from verifications v join users u on u.id = v.user_id and u.deactivated_at is null
  where v.institution_id = $1 and v.status = $2 and (v.created_at,
    v.id) ${order === 'asc' ? '>' : '<'} ($3::timestamptz, $4::uuid)
    and u.id not in (${HIDDEN_FROM_VIEWER})
  order by v.created_at ${order}, v.id ${order} limit ${VERIFICATION_LIMITS.pageMaxItems + 1}`;
const QUEUE = { name: 'verifications-queue', text: listText('asc') };
const ANSWERED = { name: 'verifications-answered', text: listText('desc') };

/** Lists the claims of an institution: pending ones oldest first, decided ones newest first. */
export async function listVerifications(
  reader: Reader,
  institutionId: string,
  {
    status = 'pending',
    cursor,
    limit = VERIFICATION_LIMITS.pageItems,
  }: PageQuery & { status?: VerificationState | undefined },
): Promise<Page<VerificationView>> {
  const isQueue = status === 'pending';
  const { at, id } = decodeCursor(cursor) ?? LIST_START[isQueue ? 'up' : 'down'];
  const rows = await read<VerificationRow>(reader, isQueue ? QUEUE : ANSWERED, [institutionId, status, at, id]);
  return toPage(rows, limit, { cursorOf: creationCursor, view: toVerificationView });
}

const VERIFIERS = {
  name: 'verifications-verifiers',
  text: `select distinct on (v.entry ->> 'kind') v.entry ->> 'kind' as kind, v.institution_id as "institutionId"
    from verifications v where v.user_id = $1 and v.status = 'confirmed'
    order by v.entry ->> 'kind', v.decided_at desc`,
};

/** Keeps with each user which institutions last confirmed their entries: a card shows it wherever a name is. */
export function keepVerifiers(events: DomainEvents, forkEm: () => EntityManager): void {
  events.on('verification-updated', ({ userId }) =>
    transact(forkEm(), async (tx) => {
      await lockUser(tx, userId);
      const rows = await read<{ kind: ClaimedEntry['kind']; institutionId: string }>(tx, VERIFIERS, [userId]);
      const verifierOf = (kind: ClaimedEntry['kind']) => rows.find((row) => row.kind === kind)?.institutionId ?? null;
      const verifiers = { education: verifierOf('education'), experience: verifierOf('experience') };
      await storeVerifiers(tx, userId, verifiers);
    }),
  );
}

const REVOKE_ALL = {
  name: 'verifications-revoke-all',
  text: `update verifications set status = 'revoked', decided_at = now() where institution_id = $1
    and status = 'confirmed' returning id, user_id as "userId"`,
};

/** Revokes every confirmation of an account that is an institution no longer. */
export async function revokeConfirmations(tx: EntityManager, institutionId: string): Promise<void> {
  for (const { id, userId } of await read<{ id: string; userId: string }>(tx, REVOKE_ALL, [institutionId]))
    publishDomainEvent(tx, 'verification-updated', { verificationId: id, userId, institutionId });
}
