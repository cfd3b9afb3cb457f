import type { EntityManager } from '@mikro-orm/postgresql';
import type { ChangePasswordInput } from '#shared/api/auth.ts';
import type { SessionView } from '#shared/api/sessions.ts';
import { isoOf, read, type Reader, type Timestamp } from '../../db/read.ts';
import { transact } from '../../db/transact.ts';
import { invalidField, notFound } from '../../http/app-error.ts';
import type { Identity } from '../../http/identity.ts';
import { User } from '../users/user.entity.ts';
import { endSession, revokeAccess } from './revocation.service.ts';
import { endOwnSession } from './auth.service.ts';
import { deviceOf } from './device.ts';
import { confirm, spendConfirmation, type ConfirmedRequest } from './own-password.service.ts';
import { refuseWeakPassword } from './password-rules.ts';
import { countHash, hashPassword } from './passwords.ts';
import { recordSecurityEvent } from './security.service.ts';

const LIST = {
  name: 'own-sessions',
  text: `select s.id, s.user_agent, s.ip, s.created_at, s.last_seen_at from sessions s
    where s.user_id = $1 and s.expires_at > now() order by s.last_seen_at desc, s.id desc limit 100`,
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
  { sessionId, ip }: { sessionId: string; ip: string | null },
): Promise<void> {
  await transact(em, async (tx) => {
    if (sessionId === ownId) return endOwnSession(tx, { sessionId, userId, ip });
    if (!(await endSession(tx, userId, sessionId))) throw notFound('This session');
  });
}

/** Ends every other session of the user, and what else revokeAccess ends. */
export async function revokeOtherSessions(
  em: EntityManager,
  { id: userId, sessionId }: Identity,
  deviceId: string | null,
): Promise<void> {
  await transact(em, (tx) => revokeAccess(tx, userId, { sessionIds: [sessionId], deviceId }));
}

/** The account whose current password was right, the hash of the new one and where the request came from. */
interface PasswordChange {
  identity: Identity;
  address: string;
  deviceId: string | null;
  user: User;
  passwordHash: string;
}

/**
 * Checks the current password, and a code if two-factor sign-in is on, and hashes the new one, both outside of the
 * transaction. Returns the change for the transaction. A wrong current password counts as a failed sign-in.
 *
 * @throws AppError VALIDATION on `currentPassword`, `code` or `newPassword`, RATE_LIMITED.
 */
export async function preparePassword(
  request: ConfirmedRequest & { identity: Identity },
  { currentPassword, newPassword, code }: ChangePasswordInput,
): Promise<(tx: EntityManager) => Promise<void>> {
  const { identity, req, deps } = request;
  const event = 'authn_password_change';
  const proof = await confirm(request, { password: currentPassword, code, field: 'currentPassword', event });
  refuseWeakPassword(newPassword, proof.user, 'newPassword');
  const claim = await countHash(deps.limits, { account: identity.id, address: req.ip, isKnown: true });
  const passwordHash = await hashPassword(newPassword, claim);
  return async (tx) => {
    await spendConfirmation(tx, deps.box, proof);
    const from = { address: req.ip ?? 'unknown', deviceId: req.device?.id ?? null };
    await changePassword(tx, { identity, ...from, user: proof.user, passwordHash });
  };
}

/**
 * Sets a prepared password and ends every other access to the account.
 *
 * @throws AppError VALIDATION on `currentPassword` when the password was changed meanwhile.
 */
async function changePassword(
  tx: EntityManager,
  { identity, address, deviceId, user, passwordHash }: PasswordChange,
): Promise<void> {
  const { id: userId, sessionId } = identity;
  // Of two concurrent changes, the second was checked against a password that is no longer current.
  const known = String(user.password);
  const changed = await tx.nativeUpdate(User, { id: userId, password: known }, { password: passwordHash });
  if (changed === 0) throw invalidField('currentPassword', 'Your password has just been changed. Enter the new one.');
  await revokeAccess(tx, userId, { sessionIds: [sessionId], deviceId });
  const data = { name: user.fullName };
  const event = { userId, what: 'password-changed', ip: address, sessionId } as const;
  await recordSecurityEvent(tx, event, { to: user.email, template: 'password-changed', data });
}
