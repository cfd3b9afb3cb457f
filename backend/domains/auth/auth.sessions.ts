import type { EntityManager } from '@mikro-orm/postgresql';
import type { SessionView } from '#shared/api/sessions.ts';
import { isoOf, read, type Reader, type Timestamp } from '../../db/read.ts';
import { publishDomainEvent } from '../../domain-events.ts';
import { transact } from '../../db/transact.ts';
import { invalidField, notFound } from '../../http/app-error.ts';
import type { Identity } from '../../http/identity.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { User } from '../users/user.entity.ts';
import { endingSessions, endOwnSession } from './auth.service.ts';
import { deviceOf } from './device.ts';
import { checkOwnPassword } from './own-password.service.ts';
import { hashPassword } from './passwords.ts';
import { recordSecurityEvent } from './security.service.ts';

const LIST = {
  name: 'own-sessions',
  text: `select s.id, s.user_agent, s.ip, s.created_at, s.last_seen_at from sessions s
    where s.user_id = $1 and s.expires_at > now() order by s.last_seen_at desc, s.id desc limit 100`,
};
const END_ONE = { name: 'end-own-session', text: endingSessions('user_id = $1 and id = $2') };
const END_OTHERS = {
  name: 'end-other-sessions',
  text: endingSessions('user_id = $1 and id is distinct from $2::uuid', 'user_id = $1'),
};

interface SessionRow {
  id: string;
  user_agent: string | null;
  ip: string | null;
  created_at: Timestamp;
  last_seen_at: Timestamp;
}

/** Lists the user's sessions, most recently used first, at most 100. */
export async function listSessions(reader: Reader, { id, sessionId }: Identity): Promise<SessionView[]> {
  const rows = await read<SessionRow>(reader, LIST, [id]);
  return rows.map((row) => ({
    id: row.id,
    device: deviceOf(row.user_agent),
    ip: row.ip,
    createdAt: isoOf(row.created_at),
    lastSeenAt: isoOf(row.last_seen_at),
    isCurrent: row.id === sessionId,
  }));
}

/** Ends one of the user's sessions and disconnects its sockets. @throws AppError NOT_FOUND for another user's. */
export async function revokeSession(
  em: EntityManager,
  { id: userId, sessionId: ownId }: Identity,
  sessionId: string,
): Promise<void> {
  await transact(em, async (tx) => {
    if (sessionId === ownId) return endOwnSession(tx, { sessionId, userId });
    const ended = await read<{ id: string }>(tx, END_ONE, [userId, sessionId]);
    if (ended.length === 0) throw notFound('This session');
    await publishEnded(tx, userId, ended);
  });
}

/** Ends every other session of the user. */
export async function revokeOtherSessions(em: EntityManager, { id: userId, sessionId }: Identity): Promise<void> {
  await transact(em, (tx) => endSessions(tx, userId, sessionId));
}

/** Ends every session of a user except `exceptId` in the running transaction; the commit disconnects their sockets. */
export async function endSessions(tx: EntityManager, userId: string, exceptId: string | null): Promise<void> {
  await publishEnded(tx, userId, await read<{ id: string }>(tx, END_OTHERS, [userId, exceptId]));
}

async function publishEnded(tx: EntityManager, userId: string, ended: readonly { id: string }[]): Promise<void> {
  for (const { id } of ended) {
    publishDomainEvent(tx, 'session-revoked', { sessionId: id, userId });
    await recordAudit(tx, { event: 'session_revoked', actorId: userId, sessionId: id });
  }
}

/** A change of password. `address` is the network address of the client. */
export interface PasswordChange {
  identity: Identity;
  address: string;
  currentPassword: string;
  newPassword: string;
}

/** The account whose current password was right, and the hash of the new one. */
interface PreparedPassword {
  user: User;
  passwordHash: string;
}

/**
 * Checks the current password and hashes the new one. A wrong current password counts as a failed sign-in.
 *
 * @throws AppError VALIDATION on `currentPassword`, RATE_LIMITED.
 */
export async function preparePassword(
  em: EntityManager,
  limits: RateLimits,
  { identity, address, currentPassword, newPassword }: PasswordChange,
): Promise<PreparedPassword> {
  const check = {
    identity,
    address,
    password: currentPassword,
    field: 'currentPassword',
    event: 'authn_password_change',
  };
  const user = await checkOwnPassword(em, limits, check);
  return { user, passwordHash: await hashPassword(newPassword) };
}

/**
 * Sets a prepared password and ends every other session (ASVS 7.4.3).
 *
 * @throws AppError VALIDATION on `currentPassword` when the password was changed meanwhile.
 */
export async function changePassword(
  em: EntityManager,
  { identity, address, user, passwordHash }: Pick<PasswordChange, 'identity' | 'address'> & PreparedPassword,
): Promise<void> {
  const known = String(user.password);
  await transact(em, async (tx) => {
    // Of two concurrent changes, the second was checked against a password that is no longer current.
    const changed = await tx.nativeUpdate(User, { id: identity.id, password: known }, { password: passwordHash });
    if (changed === 0) throw invalidField('currentPassword', 'Your password has just been changed. Enter the new one.');
    await endSessions(tx, identity.id, identity.sessionId);
    const event = {
      userId: identity.id,
      what: 'password-changed',
      ip: address,
      sessionId: identity.sessionId,
    } as const;
    await recordSecurityEvent(tx, event, {
      to: user.email,
      template: 'password-changed',
      data: { name: user.fullName },
    });
  });
}
