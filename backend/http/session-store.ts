import { Store, type SessionData } from 'express-session';
import type { Request } from 'express';
import type { Pool } from 'pg';
import type { Role } from '#shared/api/endpoint.ts';
import { SESSION_LIMITS } from '#shared/limits.ts';
import { MINUTE_MS } from '#shared/time.ts';
import { databaseNowMs } from '../db/clock.ts';
import { query } from '../db/pool.ts';
import type { Identity } from './identity.ts';
import { SessionCache } from './session-cache.ts';
import { hashToken, sessionCookieOptions, sessionIdOf, type CookieConfig } from './session-cookie.ts';
import { replaceSession, SAVE } from './session-start.ts';

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
    /** When the request of that sign-in arrived, in milliseconds since 1970 by the clock of the database. */
    startArrivedAtMs?: number;
    /** {@link ACCESS_FINGERPRINT} of the sign-in that starts the session; never written. */
    accessFingerprint?: string;
    pendingSignIn?: PendingSignIn;
    lastSeenAtMs?: number;
    /** When the request of this session arrived; never written. */
    arrivedAtMs?: number;
    /** True for the session of a sign-in until its first use is recorded; never written. */
    isUnused?: boolean;
  }
}

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
    if (seenMsAgo < TOUCH_EVERY_MS && !session.isUnused) return done();
    const idleMs = session.passport?.user ? SESSION_LIMITS.idleMs : SESSION_LIMITS.anonymousMs;
    // A failure only shortens the session by minutes, so the request does not fail.
    query(this.pool, TOUCH, [hashToken(token), idleMs, SESSION_LIMITS.absoluteMs]).then(
      () => this.finish(token, done),
      () => done(),
    );
  }

  /**
   * Prepares a new session at sign-in. The old one ends when the new one is stored; it remains for a while without a
   * user, so that a sign-in whose response was lost can be repeated with the same key.
   */
  override regenerate(req: Request, done: (error?: unknown) => void): void {
    const previousId = sessionIdOf(req.sessionID);
    const { arrivedAtMs = databaseNowMs() } = req.session;
    const startedByKey = req.get('idempotency-key');
    const { generate } = this as unknown as { generate: (req: Request) => void };
    generate(req);
    req.session.previousId = previousId;
    req.session.startArrivedAtMs = arrivedAtMs;
    if (startedByKey) req.session.startedByKey = startedByKey;
    req.session.device = { userAgent: req.get('user-agent')?.slice(0, 400) ?? null, ip: req.ip ?? null };
    done();
  }

  private finish(token: string, done: Done): void {
    this.forget([sessionIdOf(token)]);
    done();
  }

  private async read(token: string): Promise<SessionData | null> {
    const arrivedAtMs = databaseNowMs();
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
      arrivedAtMs,
      ...(row.data.previousId !== undefined && { isUnused: row.last_seen_at <= row.created_at }),
      ...(identity && { identity }),
    };
    return session as SessionData;
  }

  private async write(token: string, session: SessionData): Promise<void> {
    const { cookie: _cookie, identity: _identity, lastSeenAtMs, accessFingerprint = null, ...rest } = session;
    const { arrivedAtMs: _arrivedAtMs, isUnused: _isUnused, ...stored } = rest;
    const userId = session.passport?.user ?? null;
    const data = JSON.stringify(stored);
    const idleMs = userId ? SESSION_LIMITS.idleMs : SESSION_LIMITS.anonymousMs;
    if (lastSeenAtMs !== undefined) {
      await query(this.pool, RENEW, [hashToken(token), data, idleMs, SESSION_LIMITS.absoluteMs, userId]);
      return;
    }
    const { device, previousId, startedByKey = null, startArrivedAtMs = null } = session;
    const id = sessionIdOf(token);
    const [userAgent, ip] = [device?.userAgent ?? null, device?.ip ?? null];
    const values = [id, hashToken(token), userId, data, idleMs, userAgent, ip, previousId ?? null];
    if (previousId === undefined) {
      await query(this.pool, SAVE, values);
      return;
    }
    const start = { id, userId, accessFingerprint, previousId, startedByKey, startArrivedAtMs, values };
    const ended = await replaceSession(this.pool, start);
    session.lastSeenAtMs = databaseNowMs();
    this.forget(ended);
    for (const endedId of ended) this.onSuperseded(endedId);
  }
}
