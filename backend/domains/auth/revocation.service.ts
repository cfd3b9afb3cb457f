import type { EntityManager } from '@mikro-orm/postgresql';
import { SESSION_LIMITS } from '#shared/limits.ts';
import { read } from '../../db/read.ts';
import { publishDomainEvent } from '../../domain-events.ts';
import { recordAudit } from '../audit/audit.service.ts';
import { markAccessRevoked } from '../users/users.service.ts';
import { voidTokens } from './auth.tokens.ts';
import { forgetDevices } from './known-devices.service.ts';

/** Deletes the sessions before this one as well, so that the sign-in cannot be repeated. */
const RELEASE = {
  name: 'auth-release-session',
  text: `${deletingPredecessors('id = $1 and user_id = $2')}
    update sessions set user_id = null, data = data - 'passport', is_superseded = true,
      expires_at = least(expires_at, now() + $3 * interval '1 millisecond')
    where id = $1 and user_id = $2`,
};
const END_ALL = { name: 'auth-end-all', text: endingSessions('user_id = $1') };
const END_ONE = { name: 'end-own-session', text: endingSessions('user_id = $1 and id = $2') };
const END_OTHERS = {
  name: 'end-other-sessions',
  text: `${deletingPredecessors('user_id = $1', 'and id <> all($2::uuid[])')}
    delete from sessions where user_id = $1 and id <> all($2::uuid[]) returning id`,
};

/**
 * Returns the text of a statement that deletes sessions and returns their ids. It also deletes the sessions before
 * them, so that their sign-in cannot be repeated.
 */
function endingSessions(condition: string): string {
  return `${deletingPredecessors(condition)}
    delete from sessions where ${condition} returning id`;
}

/**
 * Returns the part of a statement that deletes the sessions which those of a condition replaced, one after another,
 * except some.
 */
function deletingPredecessors(condition: string, except = ''): string {
  return `with recursive predecessors as (select previous_id as id from sessions where ${condition}
      union select s.previous_id from predecessors p join sessions s on s.id = p.id),
    replaced as (delete from sessions where user_id is null and id in (select id from predecessors) ${except})`;
}

/**
 * Signs a session out in the running transaction, without an entry in the audit log; its sockets are disconnected after
 * the commit. The row stays for a while without a user, so that a request whose response was lost can be repeated.
 */
export async function releaseSession(
  tx: EntityManager,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<void> {
  await read(tx, RELEASE, [sessionId, userId, SESSION_LIMITS.supersededMs]);
  publishDomainEvent(tx, 'session-revoked', { sessionId, userId });
}

/** Ends another session of a user in the running transaction. Returns false when the user has no such session. */
export async function endSession(tx: EntityManager, userId: string, sessionId: string): Promise<boolean> {
  const ended = await read<{ id: string }>(tx, END_ONE, [userId, sessionId]);
  await publishEnded(tx, userId, ended);
  return ended.length > 0;
}

/**
 * What a revocation leaves: the sessions and the known browser of the user who acts. A visitor's session of the request
 * is one of them, so that the request can be repeated: the browser may have signed in meanwhile.
 */
interface Acting {
  sessionIds: readonly (string | null)[];
  deviceId: string | null;
}

/**
 * Ends, in the running transaction, everything that a former holder of the credentials may have: every other session
 * and known browser, the emailed links, archives to download and the calendar address (ASVS 7.4.3). Every change of the
 * password, of the email address and of the second factor calls it.
 */
export async function revokeAccess(tx: EntityManager, userId: string, { sessionIds, deviceId }: Acting): Promise<void> {
  await voidTokens(tx, userId);
  await markAccessRevoked(tx, userId);
  await forgetDevices(tx, userId, deviceId);
  const except = sessionIds.filter((id) => id !== null);
  await publishEnded(tx, userId, await read<{ id: string }>(tx, END_OTHERS, [userId, except]));
}

/** As {@link revokeAccess}, forgets every browser and signs the session of the request out, if it `isOwn`. */
export async function revokeAllAccess(
  tx: EntityManager,
  userId: string,
  { sessionId, isOwn }: { sessionId: string; isOwn: boolean },
): Promise<void> {
  await revokeAccess(tx, userId, { sessionIds: [sessionId], deviceId: null });
  if (!isOwn) return;
  await releaseSession(tx, { sessionId, userId });
  await recordAudit(tx, { event: 'session_revoked', actorId: userId, sessionId });
}

/**
 * As {@link revokeAllAccess}, without entries in the audit log: for acts that have an entry of their own. Returns how
 * many sessions ended.
 */
export async function endAllSessions(tx: EntityManager, userId: string, ownId: string | null = null): Promise<number> {
  await voidTokens(tx, userId);
  await markAccessRevoked(tx, userId);
  if (ownId !== null) await releaseSession(tx, { sessionId: ownId, userId });
  const ended = await read<{ id: string }>(tx, END_ALL, [userId]);
  for (const { id } of ended) publishDomainEvent(tx, 'session-revoked', { sessionId: id, userId });
  return ended.length;
}

async function publishEnded(tx: EntityManager, userId: string, ended: readonly { id: string }[]): Promise<void> {
  for (const { id } of ended) {
    publishDomainEvent(tx, 'session-revoked', { sessionId: id, userId });
    await recordAudit(tx, { event: 'session_revoked', actorId: userId, sessionId: id });
  }
}
