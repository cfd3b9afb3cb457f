import type { EntityManager } from '@mikro-orm/postgresql';
import type { Request } from 'express';
import type { RegisterInput, SessionUser } from '#shared/api/auth.ts';
import type { Role } from '#shared/api/endpoint.ts';
import type { Pool } from '../../db/pool.ts';
import { read, type Reader } from '../../db/read.ts';
import { publishDomainEvent } from '../../domain-events.ts';
import { transact } from '../../db/transact.ts';
import { AppError } from '../../http/app-error.ts';
import { ACCESS_FINGERPRINT } from '../../http/session-start.ts';
import { startSession, type VerifiedUser } from '../../http/sign-in.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { UserPreferences } from '../preferences/user-preferences.entity.ts';
import { refuseReservedName } from '../users/reserved-names.service.ts';
import { User } from '../users/user.entity.ts';
import { releaseSession } from './revocation.service.ts';
import { sendVerification } from './email.service.ts';
import { rememberDevice } from './known-devices.service.ts';
import type { SignInOrigin } from './new-device.ts';
import { isPassword, type HashClaim } from './passwords.ts';
import { refuseTaken } from './taken-names.service.ts';

const FIND_BY_LOGIN = {
  name: 'auth-find-by-login',
  text: `select u.id, u.password, ${ACCESS_FINGERPRINT} as access_fingerprint, u.suspended_at, u.suspension_reason
    from users u where (u.deactivated_at is null or u.suspended_at is not null or u.delete_after > now())
      and (lower(u.username) = lower($1) or lower(u.email) = lower($1))
    order by lower(u.username) = lower($1) desc limit 1`,
};

/** The access of an account that has been revoked by nothing since the registration. */
const FIRST_ACCESS = {
  name: 'auth-first-access',
  text: `select ${ACCESS_FINGERPRINT} as access_fingerprint from users u
    where u.id = $1 and u.access_revoked_at is null and not u.has_second_factor`,
};

const HOLDER = {
  name: 'file-link-holder',
  text: `select u.id, u.role from sessions s join users u on u.id = s.user_id and u.deactivated_at is null
    where s.id = $1 and u.id = $2 and s.expires_at > now()`,
};

/** Loads the user of a session. Returns undefined when the session has ended or belongs to another user. */
export async function loadSessionHolder(
  reader: Reader,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<{ id: string; role: Role } | undefined> {
  const [holder] = await read<{ id: string; role: Role }>(reader, HOLDER, [sessionId, userId]);
  return holder;
}

interface LoginRow {
  id: string;
  password: string;
  access_fingerprint: string;
  suspended_at: Date | null;
  suspension_reason: string | null;
}

/**
 * Finds the account of a username or email and password. Returns null when they do not match, after the same time.
 *
 * @throws AppError UNAUTHENTICATED, with the reason, for a suspended account whose password was right.
 */
export async function findByLogin(
  reader: Reader,
  { login, password, claim }: { login: string; password: string; claim: HashClaim },
): Promise<VerifiedUser | null> {
  const [row] = await read<LoginRow>(reader, FIND_BY_LOGIN, [login]);
  if (!(await isPassword(row?.password ?? null, password, claim)) || !row) return null;
  if (row.suspended_at !== null)
    throw new AppError(
      'UNAUTHENTICATED',
      `This account is suspended: ${row.suspension_reason ?? 'no reason was given'}`,
    );
  return { userId: row.id, accessFingerprint: row.access_fingerprint };
}

/** A registration. The password is already hashed, because hashing is slow and must not hold a transaction open. */
type NewUser = Omit<RegisterInput, 'password' | 'confirmPassword'> & {
  passwordHash: string;
  origin: SignInOrigin;
  /** Roles that await the approval of an operator. */
  approvedRoles: readonly Role[];
};

/**
 * Creates an account with its preferences and sends the link that confirms its email. The account works before it is
 * confirmed.
 *
 * @throws AppError EMAIL_EXISTS or USERNAME_EXISTS, the latter with a free name as `details.username`, VALIDATION for a
 *   reserved name.
 */
export async function registerUser(em: EntityManager, input: NewUser): Promise<SessionUser> {
  return transact(em, async (tx) => {
    refuseReservedName(input.fullName);
    await refuseTaken(tx, { email: input.email, username: input.username, userId: null });
    const user = tx.create(User, {
      username: input.username,
      email: input.email,
      fullName: input.fullName,
      role: input.role,
      isAwaitingApproval: input.approvedRoles.includes(input.role),
      password: input.passwordHash,
      institution: input.institution || null,
      position: input.position || null,
    });
    tx.create(UserPreferences, { userId: user.id });
    await tx.flush();
    await sendVerification(tx, user);
    publishDomainEvent(tx, 'user-created', { userId: user.id });
    const { ip, device, network, deviceId } = input.origin;
    await recordAudit(tx, { event: 'user_created', actorId: user.id, ip, details: { device, network } });
    if (deviceId !== null) await rememberDevice(tx, user.id, deviceId);
    return { id: user.id, username: user.username, email: user.email, fullName: user.fullName, role: user.role };
  });
}

/**
 * Starts the session of a registration. A repeat comes without any proof but the request itself, so it signs in only
 * while nothing has revoked access since: a new password, a second factor or the owner of the address, for example.
 *
 * @throws AppError UNAUTHENTICATED.
 */
export async function startFirstSession(
  { req, pool }: { req: Request; pool: Pool },
  { id }: SessionUser,
): Promise<void> {
  if (req.session.identity?.id === id) return;
  const [row] = await read<{ access_fingerprint: string }>(pool, FIRST_ACCESS, [id]);
  if (!row)
    throw new AppError('UNAUTHENTICATED', 'This account has changed since you registered. Please sign in to it.');
  await startSession(req, { userId: id, accessFingerprint: row.access_fingerprint });
}

/**
 * Signs a session out; its sockets are disconnected after the commit. The row stays for a while without a user, so that
 * a request whose response was lost can be repeated.
 */
export async function endOwnSession(
  em: EntityManager,
  { sessionId, userId, ip }: { sessionId: string; userId: string; ip: string | null },
): Promise<void> {
  await transact(em, async (tx) => {
    await releaseSession(tx, { sessionId, userId });
    await recordAudit(tx, { event: 'authn_logout', actorId: userId, sessionId, ip });
  });
}
