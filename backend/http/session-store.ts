import { Store, type SessionData } from 'express-session';
import type { Request } from 'express';
import type { Pool } from 'pg';
import type { Role } from '#shared/api/endpoint.ts';
import { SESSION_LIMITS } from '#shared/limits.ts';
import { MINUTE_MS } from '#shared/time.ts';
import { databaseNowMs } from '../db/clock.ts';
import { query } from '../db/pool.ts';
import type { Identity } from './identity.ts';
import { AppError } from './app-error.ts';
import { SessionCache } from './session-cache.ts';
import { hashToken, sessionCookieOptions, sessionIdOf, type CookieConfig } from './session-cookie.ts';

/** A sign-in with a correct password that requires another step. */
export interface PendingSignIn {
  userId: string;
  step: 'two-factor' | 'keep-account';
  /** {@link ACCESS_FINGERPRINT} of the correct password; the sign-in fails once it differs. */
  accessFingerprint: string;
  expiresAtMs: number;
}

declare module 'express-session' {
  interface SessionData {
    passport?: { user?: string };
    /** Read from the joined user row on load; never written. */
    identity?: Identity;
    device?: { userAgent: string | null; ip: string | null };
    /** The visitor's session that this one replaced at sign-in; its Idempotency-Keys still apply. */
    previousId?: string;
    /** The Idempotency-Key of the sign-in that started the session. */
    startedByKey?: string;
    /** {@link ACCESS_FINGERPRINT} of the sign-in that starts the session; never written. */
    accessFingerprint?: string;
    pendingSignIn?: PendingSignIn;
    lastSeenAtMs?: number;
  }
}

/**
 * SQL of a fingerprint of the password of the user `u` and of the time when access was last revoked. It changes with
 * everything that ends the user's sessions, so a sign-in that was verified before ends as well.
 */
export const ACCESS_FINGERPRINT = `encode(sha256(convert_to(concat_ws(' ', u.password,
  extract(epoch from u.access_revoked_at)), 'UTF8')), 'hex')`;

/** Minimum time between two updates of the last use of a session. */
const TOUCH_EVERY_MS = 5 * MINUTE_MS;

interface SessionRow {
  id: string;
  data: Omit<SessionData, 'cookie'>;
  created_at: Date;
  last_seen_at: Date;
  user_id: string | null;
  username: string | null;
  email: string | null;
  full_name: string | null;
  role: Role | null;
  is_email_verified: boolean;
  is_awaiting_approval: boolean;
  has_second_factor: boolean;
}

const LOAD = {
  name: 'session-load',
  text: `select s.id, s.data, s.created_at, s.last_seen_at, u.id as user_id, u.username, u.email, u.full_name, u.role,
      u.email_verified_at is not null as is_email_verified, u.is_awaiting_approval, u.has_second_factor
    from sessions s left join users u on u.id = s.user_id and u.deactivated_at is null and u.suspended_at is null
    where s.token_hash = $1 and s.expires_at > now() and (s.user_id is null or u.id is not null)`,
};
const SAVE = {
  name: 'session-save',
  text: `insert into sessions (id, token_hash, user_id, data, created_at, last_seen_at, expires_at, user_agent, ip,
    previous_id)
    values ($1, $2, $3, $4, now(), now(), now() + $5 * interval '1 millisecond', $6, $7, $8)
    on conflict (token_hash) do update set user_id = excluded.user_id, data = excluded.data,
      expires_at = excluded.expires_at, user_agent = excluded.user_agent, ip = excluded.ip,
        previous_id = excluded.previous_id`,
};
/**
 * Stores the session of a sign-in, unless access was revoked since the password was checked. The lock waits for a
 * revocation that runs, and one that comes later finds the session.
 */
const START = {
  name: 'session-start',
  text: `insert into sessions (id, token_hash, user_id, data, created_at, last_seen_at, expires_at, user_agent, ip,
    previous_id)
    select $1::uuid, $2::bytea, u.id, $4::jsonb, now(), now(), now() + $5 * interval '1 millisecond', $6, $7, $8::uuid
    from users u where u.id = $3 and ${ACCESS_FINGERPRINT} = $9 and u.deactivated_at is null and u.suspended_at is null
    for share of u
    returning id`,
};
/**
 * A loaded or started session is only updated: a session that ended during the request must not be inserted again.
 */
const RENEW = {
  name: 'session-renew',
  text: `update sessions set data = $2, expires_at = case when is_superseded then expires_at
    else least(now() + $3 * interval '1 millisecond', created_at + $4 * interval '1 millisecond') end
    where token_hash = $1 and user_id is not distinct from $5::uuid`,
};
const TOUCH = {
  name: 'session-touch',
  text: `update sessions set last_seen_at = now(),
    expires_at = least(now() + $2 * interval '1 millisecond', created_at + $3 * interval '1 millisecond')
    where token_hash = $1 and not is_superseded`,
};
/**
 * Removes the user from the session (ASVS 7.2.4). The CSRF token remains, so that a sign-in can be repeated; the time
 * for that is never extended.
 */
const SUPERSEDE = {
  name: 'session-supersede',
  text: `update sessions set user_id = null, data = data - 'passport', is_superseded = true,
    expires_at = least(expires_at, now() + $2 * interval '1 millisecond')
    where token_hash = $1`,
};
/** Ends the session of a sign-in ($2, its key) whose response did not reach the browser, which repeats it. */
const END_UNRECEIVED = {
  name: 'session-end-unreceived',
  text: `delete from sessions where previous_id = $1 and data->>'startedByKey' = $2 returning id`,
};
const REMOVE = { name: 'session-remove', text: 'delete from sessions where token_hash = $1' };
const REMOVE_EXPIRED = { name: 'session-remove-expired', text: 'delete from sessions where expires_at < now()' };
const LIVE = {
  name: 'session-live',
  text: 'select id from sessions where id = any($1::uuid[]) and expires_at > now() and user_id is not null',
};

function toIdentity(row: SessionRow): Identity | undefined {
  if (!row.user_id || !row.username || !row.email || !row.full_name || !row.role) return undefined;
  return {
    id: row.user_id,
    username: row.username,
    email: row.email,
    fullName: row.full_name,
    role: row.role,
    sessionId: row.id,
    isEmailVerified: row.is_email_verified,
    isAwaitingApproval: row.is_awaiting_approval,
    hasSecondFactor: row.has_second_factor,
  };
}

/** Loads the user of a session token; null for a visitor, an expired or an unknown session. */
export async function loadIdentity(pool: Pool, token: string): Promise<Identity | null> {
  const [row] = await query<SessionRow>(pool, LOAD, [hashToken(token)]);
  return (row && toIdentity(row)) ?? null;
}

/** Returns those of the session ids that are valid and have a user. */
export async function loadLiveSessionIds(pool: Pool, ids: readonly string[]): Promise<Set<string>> {
  const rows = await query<{ id: string }>(pool, LIVE, [ids]);
  return new Set(rows.map((row) => row.id));
}

/** Deletes expired sessions; runs periodically. */
export async function removeExpiredSessions(pool: Pool): Promise<void> {
  await query(pool, REMOVE_EXPIRED, []);
}

type Done = (error?: unknown) => void;

interface SessionStoreSettings {
  cookie: CookieConfig;
  onSuperseded: (sessionId: string) => void;
}

/**
 * Stores the sessions of express-session in Postgres. One prepared statement loads the session with its user, instead
 * of the two queries of a standard store and Passport.
 */
export class SessionStore extends Store {
  private readonly pool: Pool;
  private readonly cookie: CookieConfig;
  private readonly onSuperseded: (sessionId: string) => void;
  private readonly cache = new SessionCache<SessionRow>();

  /** `onSuperseded` receives the id of a session that another sign-in replaced. */
  constructor(pool: Pool, { cookie, onSuperseded }: SessionStoreSettings) {
    super();
    this.pool = pool;
    this.cookie = cookie;
    this.onSuperseded = onSuperseded;
  }

  /** Removes sessions from the cache that have ended or changed on another node. */
  forget(sessionIds: readonly string[]): void {
    this.cache.forget(sessionIds);
  }

  /** Removes a user's sessions from the cache after a change of name, email or role. */
  forgetUser(userId: string): void {
    this.cache.forgetWhere((row) => row.user_id === userId);
  }

  override get(token: string, done: (error: unknown, session?: SessionData | null) => void): void {
    this.read(token).then((session) => done(null, session), done);
  }

  override set(token: string, session: SessionData, done: Done = () => {}): void {
    this.write(token, session).then(() => this.finish(token, done), done);
  }

  override destroy(token: string, done: Done = () => {}): void {
    query(this.pool, REMOVE, [hashToken(token)]).then(() => this.finish(token, done), done);
  }

  override touch(token: string, session: SessionData, done: () => void = () => {}): void {
    const seenMsAgo = databaseNowMs() - (session.lastSeenAtMs ?? 0);
    if (seenMsAgo < TOUCH_EVERY_MS) return done();
    const idleMs = session.passport?.user ? SESSION_LIMITS.idleMs : SESSION_LIMITS.anonymousMs;
    // A failure only shortens the session by minutes, so the request does not fail.
    query(this.pool, TOUCH, [hashToken(token), idleMs, SESSION_LIMITS.absoluteMs]).then(
      () => this.finish(token, done),
      () => done(),
    );
  }

  /**
   * Starts a new session at sign-in. The old one remains for a while without a user, so that a sign-in whose response
   * was lost can be repeated with the same key.
   */
  override regenerate(req: Request, done: (error?: unknown) => void): void {
    this.replace(req).then(() => done(), done);
  }

  private async replace(req: Request): Promise<void> {
    const previousId = sessionIdOf(req.sessionID);
    const startedByKey = req.get('idempotency-key');
    await query(this.pool, SUPERSEDE, [hashToken(req.sessionID), SESSION_LIMITS.supersededMs]);
    const ended = startedByKey
      ? await query<{ id: string }>(this.pool, END_UNRECEIVED, [previousId, startedByKey])
      : [];
    for (const id of [previousId, ...ended.map((row) => row.id)]) {
      this.forget([id]);
      this.onSuperseded(id);
    }
    const { generate } = this as unknown as { generate: (req: Request) => void };
    generate(req);
    req.session.previousId = previousId;
    if (startedByKey) req.session.startedByKey = startedByKey;
    req.session.device = { userAgent: req.get('user-agent')?.slice(0, 400) ?? null, ip: req.ip ?? null };
  }

  private finish(token: string, done: Done): void {
    this.forget([sessionIdOf(token)]);
    done();
  }

  private async read(token: string): Promise<SessionData | null> {
    const load = async (): Promise<SessionRow | undefined> =>
      (await query<SessionRow>(this.pool, LOAD, [hashToken(token)]))[0];
    // A session without a CSRF token changes soon, maybe on another node.
    const isCacheable = ({ user_id, data }: SessionRow): boolean => user_id !== null && 'csrfToken' in data;
    const row = await this.cache.load(sessionIdOf(token), load, isCacheable);
    if (!row) return null;
    const identity = toIdentity(row);
    // express-session makes the next cookie of these attributes, and fills in none that is missing.
    const { maxAge: originalMaxAge, ...attributes } = sessionCookieOptions(this.cookie);
    const session = {
      // A request may change its session without storing it.
      ...structuredClone(row.data),
      cookie: { originalMaxAge, ...attributes },
      lastSeenAtMs: row.last_seen_at.getTime(),
      ...(identity && { identity }),
    };
    return session as SessionData;
  }

  private async write(token: string, session: SessionData): Promise<void> {
    const { cookie: _cookie, identity: _identity, lastSeenAtMs, accessFingerprint, ...stored } = session;
    const userId = session.passport?.user ?? null;
    const data = JSON.stringify(stored);
    const idleMs = userId ? SESSION_LIMITS.idleMs : SESSION_LIMITS.anonymousMs;
    if (lastSeenAtMs !== undefined) {
      await query(this.pool, RENEW, [hashToken(token), data, idleMs, SESSION_LIMITS.absoluteMs, userId]);
      return;
    }
    const values = [
      sessionIdOf(token),
      hashToken(token),
      userId,
      data,
      idleMs,
      session.device?.userAgent ?? null,
      session.device?.ip ?? null,
      session.previousId ?? null,
    ];
    if (!userId) {
      await query(this.pool, SAVE, values);
      return;
    }
    const started = await query(this.pool, START, [...values, accessFingerprint ?? null]);
    if (started.length === 0)
      throw new AppError('UNAUTHENTICATED', 'Your access has just changed. Please sign in again.');
    session.lastSeenAtMs = databaseNowMs();
  }
}
