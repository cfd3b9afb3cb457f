import type { EntityManager } from '@mikro-orm/postgresql';
import type { Role } from '#shared/api/endpoint.ts';
import { newId } from '../../db/clock.ts';
import { read, type Reader, type Timestamp } from '../../db/read.ts';
import { LOCKED, transact } from '../../db/transact.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { publishDomainEvent } from '../../domain-events.ts';
import { User } from '../users/user.entity.ts';
import type { Operator } from './operator.service.ts';

/** An account whose role awaits approval. */
export interface AwaitingLine {
  createdAt: Timestamp;
  username: string;
  role: Role;
  fullName: string;
  email: string;
  isEmailVerified: boolean;
  institution: string | null;
  position: string | null;
  /** Names what the operator reads here: it changes with each of these fields. */
  revision: string;
  /** How many approved accounts of the role have the same name. */
  sameName: number;
}

/** Long enough that an owner cannot prepare two versions with one revision. */
const REVISION = `left(encode(sha256(convert_to(jsonb_build_array(u.role, u.full_name, u.email, u.institution,
  u.position)::text, 'UTF8')), 'hex'), 32)`;
const AWAITING = {
  name: 'operator-awaiting',
  text: `select u.created_at as "createdAt", u.username, u.role, u.full_name as "fullName", u.email,
      u.email_verified_at is not null as "isEmailVerified", u.institution, u.position, ${REVISION} as revision,
      (select count(*)::int from users o where o.role = u.role and not o.is_awaiting_approval and o.id <> u.id
        and lower(o.full_name) = lower(u.full_name)) as "sameName"
    from users u where u.is_awaiting_approval and u.deactivated_at is null order by u.created_at, u.id limit $1`,
};

const REVISION_OF = {
  name: 'operator-approval-revision',
  text: `select ${REVISION} as revision from users u where u.id = $1`,
};

/** Lists the accounts whose role awaits approval, the oldest first. */
export async function listAwaiting(reader: Reader, limit: number): Promise<AwaitingLine[]> {
  return read<AwaitingLine>(reader, AWAITING, [limit]);
}

/**
 * Approves the role and the name of an account, as the operator read them, and notifies its owner. Returns both.
 *
 * @throws AppError NOT_FOUND, VALIDATION when it is approved, or when its owner has edited it since.
 */
export async function approveUser(
  em: EntityManager,
  { userId, revision }: { userId: string; revision: string },
  operator: Operator,
): Promise<{ role: Role; fullName: string }> {
  return transact(em, async (tx) => {
    const user = await tx.findOne(User, { id: userId }, LOCKED);
    if (!user) throw notFound('This member');
    const { role, fullName } = user;
    if (!user.isAwaitingApproval) throw new AppError('VALIDATION', 'This account does not await approval');
    const [current] = await read<{ revision: string }>(tx, REVISION_OF, [userId]);
    if (current?.revision !== revision)
      throw new AppError('VALIDATION', 'Its owner has edited it since. Read it again in "users awaiting" first.');
    user.isAwaitingApproval = false;
    await recordAudit(tx, {
      event: 'user_approved',
      target: { type: 'user', id: userId },
      details: { operator: operator.name, role, name: fullName, ...(operator.note && { note: operator.note }) },
    });
    publishDomainEvent(tx, 'profile-updated', { userId });
    publishDomainEvent(tx, 'account-security', { eventId: newId(), userId, what: 'account-approved' });
    return { role, fullName };
  });
}
