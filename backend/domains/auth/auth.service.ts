import type { EntityManager } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import type { RegisterInput, SessionUser } from '#shared/api/auth.ts';
import type { Role } from '#shared/api/endpoint.ts';
import { USER_LIMITS } from '#shared/limits.ts';
import { query } from '../../db/pool.ts';
import { read } from '../../db/read.ts';
import { recordFact, transact } from '../../facts.ts';
import { AppError } from '../../http/app-error.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { UserPreferences } from '../preferences/user-preferences.entity.ts';
import { User } from '../users/user.entity.ts';
import { isPassword } from './passwords.ts';
import { Session } from './session.entity.ts';

const FIND_BY_LOGIN = {
  name: 'auth-find-by-login',
  text: `select id, username, email, full_name, role, password, suspended_at, suspension_reason from users
    where (deactivated_at is null or suspended_at is not null) and (lower(username) = lower($1) or lower(email) = lower($1))
    order by lower(username) = lower($1) desc limit 1`,
};
const TAKEN_LIKE = {
  name: 'auth-taken-like',
  text: `select lower(username) as username from users where lower(username) = any($1::text[])`,
};

const END_ALL = { name: 'auth-end-all', text: 'delete from sessions where user_id = $1 returning id' };

interface LoginRow {
  id: string;
  username: string;
  email: string;
  full_name: string;
  role: Role;
  password: string;
  suspended_at: Date | null;
  suspension_reason: string | null;
}

/**
 * Finds the account of a username or e-mail address and password; null, after the same time, when they do not fit.
 * @throws AppError UNAUTHENTICATED, with the reason, for a suspended account whose password was right.
 */
export async function findByLogin(pool: Pool, login: string, password: string): Promise<SessionUser | null> {
  const [row] = await query<LoginRow>(pool, FIND_BY_LOGIN, [login]);
  if (!(await isPassword(row?.password ?? null, password)) || !row) return null;
  if (row.suspended_at !== null) throw new AppError('UNAUTHENTICATED', `This account is suspended: ${row.suspension_reason ?? 'no reason was given'}`);
  return { id: row.id, username: row.username, email: row.email, fullName: row.full_name, role: row.role };
}

/** Who registers; the password comes hashed, since hashing takes its time and must not hold a transaction. */
type NewUser = Omit<RegisterInput, 'password' | 'confirmPassword'> & { passwordHash: string };

/**
 * Makes an account with its preferences.
 * @throws AppError EMAIL_EXISTS or USERNAME_EXISTS, the latter with a free name as `details.suggestion`.
 */
export async function registerUser(em: EntityManager, pool: Pool, input: NewUser): Promise<SessionUser> {
  return transact(em, async (tx) => {
    await refuseTaken(tx, pool, input);
    const user = tx.create(User, {
      username: input.username,
      email: input.email,
      fullName: input.fullName,
      role: input.role,
      password: input.passwordHash,
      institution: input.institution || null,
      position: input.position || null,
    });
    tx.create(UserPreferences, { userId: user.id });
    await tx.flush();
    recordFact(tx, 'user-created', { userId: user.id });
    await recordAudit(tx, { event: 'user_created', outcome: 'success', actorId: user.id });
    return { id: user.id, username: user.username, email: user.email, fullName: user.fullName, role: user.role };
  });
}

async function refuseTaken(tx: EntityManager, pool: Pool, { email, username }: NewUser): Promise<void> {
  // Held to the commit: two registrations of one name or address wait for each other instead of failing late.
  for (const value of [`email:${email.toLowerCase()}`, `username:${username.toLowerCase()}`].sort()) {
    await tx.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [value]);
  }
  const rows = await tx.execute<{ is_email: boolean }[]>(
    'select lower(email) = lower(?) as is_email from users where lower(email) = lower(?) or lower(username) = lower(?)',
    [email, email, username],
  );
  if (rows.some((row) => row.is_email)) {
    throw new AppError('EMAIL_EXISTS', 'Email already exists', { details: { field: 'email' } });
  }
  if (rows.length > 0) {
    const suggestion = await suggestUsername(pool, username);
    throw new AppError('USERNAME_EXISTS', 'Username already exists', {
      details: { field: 'username', ...(suggestion && { suggestion }) },
    });
  }
}

/** Says whether a username is free, and if not, one like it that is. */
export async function checkUsername(pool: Pool, username: string): Promise<{ available: boolean; suggestion?: string }> {
  const taken = await query<{ username: string }>(pool, TAKEN_LIKE, [[username.toLowerCase()]]);
  if (taken.length === 0) return { available: true };
  const suggestion = await suggestUsername(pool, username);
  return { available: false, ...(suggestion && { suggestion }) };
}

async function suggestUsername(pool: Pool, username: string): Promise<string | undefined> {
  const stem = username.slice(0, USER_LIMITS.usernameMaxChars - 4);
  const candidates = Array.from({ length: 40 }, (_, index) => `${stem}${index + 2}`).concat(
    Array.from({ length: 8 }, (_, index) => `${stem}${(index + 1) * 127}`),
  );
  const taken = await query<{ username: string }>(pool, TAKEN_LIKE, [candidates.map((name) => name.toLowerCase())]);
  const names = new Set(taken.map((row) => row.username));
  return candidates.find((name) => !names.has(name.toLowerCase()));
}

/** Ends a session: its row goes and, after the commit, its sockets are cut. */
export async function endSession(em: EntityManager, { sessionId, userId }: { sessionId: string; userId: string }): Promise<void> {
  await transact(em, async (tx) => {
    await tx.nativeDelete(Session, { id: sessionId });
    recordFact(tx, 'session-revoked', { sessionId, userId });
    await recordAudit(tx, { event: 'authn_logout', outcome: 'success', actorId: userId, sessionId });
  });
}

/** Signs a person out everywhere, in an operator's transaction; answers on how many devices. The act itself stands in the audit log. */
export async function endAllSessions(tx: EntityManager, userId: string): Promise<number> {
  const ended = await read<{ id: string }>(tx, END_ALL, [userId]);
  for (const { id } of ended) recordFact(tx, 'session-revoked', { sessionId: id, userId });
  return ended.length;
}
