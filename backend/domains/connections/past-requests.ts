import type { EntityManager } from '@mikro-orm/postgresql';
import { CONNECTION_LIMITS } from '#shared/limits.ts';
import { DAY_MS, HOUR_MS } from '#shared/time.ts';
import { databaseNowMs } from '../../db/clock.ts';
import { read } from '../../db/read.ts';
import { AppError } from '../../http/app-error.ts';
import { PastRequest } from './past-request.entity.ts';

/** The requester and the addressee of a request. */
interface Pair {
  userId: string;
  connectedUserId: string;
}

const REMEMBER = {
  name: 'remember-past-request',
  text: `insert into past_connection_requests (user_id, connected_user_id, declined_at, ignored_at, withdrawn_at)
    values ($1, $2, case when $3 = 'declined' then now() end, case when $3 = 'ignored' then now() end,
      case when $3 = 'withdrawn' then now() end)
    on conflict (connected_user_id, user_id) do update set
      declined_at = coalesce(excluded.declined_at, past_connection_requests.declined_at),
      ignored_at = coalesce(excluded.ignored_at, past_connection_requests.ignored_at),
      withdrawn_at = coalesce(excluded.withdrawn_at, past_connection_requests.withdrawn_at)`,
};
const FORGET = {
  name: 'forget-past-requests',
  text: `delete from past_connection_requests where (user_id = $1 and connected_user_id = $2)
    or (user_id = $2 and connected_user_id = $1)`,
};
const FORGET_FROM = {
  name: 'forget-past-requests-from',
  text: 'delete from past_connection_requests where user_id = $1 and connected_user_id = $2',
};

/** Stores that a request was declined, ignored or withdrawn now. */
export async function rememberRequest(
  tx: EntityManager,
  { userId, connectedUserId }: Pair,
  end: 'declined' | 'ignored' | 'withdrawn',
): Promise<void> {
  await read(tx, REMEMBER, [userId, connectedUserId, end]);
}

/** Deletes what is stored about requests between two users, in both directions, because they connect. */
export async function forgetRequests(tx: EntityManager, { userId, connectedUserId }: Pair): Promise<void> {
  await read(tx, FORGET, [userId, connectedUserId]);
}

/** Deletes what is stored about the requests of a user to another, who sends a request themselves. */
export async function forgetRequestsFrom(tx: EntityManager, { userId, connectedUserId }: Pair): Promise<void> {
  await read(tx, FORGET_FROM, [userId, connectedUserId]);
}

/**
 * Checks that a user may send a request again. Returns since when the addressee ignores requests of this user, null
 * when they do not; the errors are the same for both.
 *
 * @throws AppError COOLDOWN for some days after a declined request and some hours after a withdrawn one.
 */
export async function checkPastRequests(tx: EntityManager, { userId, connectedUserId }: Pair): Promise<Date | null> {
  const past = await tx.findOne(PastRequest, { userId, connectedUserId }, { refresh: true });
  if (!past) return null;
  const { declinedAt, withdrawnAt, ignoredAt } = past;
  const left = (since: Date | null | undefined, durationMs: number) =>
    since ? since.getTime() + durationMs - databaseNowMs() : 0;
  const declinedMs = left(declinedAt, CONNECTION_LIMITS.cooldownDays * DAY_MS);
  if (declinedMs > 0) throw cooldown('Your last request was declined.', Math.ceil(declinedMs / DAY_MS), 'day');
  const withdrawnMs = left(withdrawnAt, CONNECTION_LIMITS.withdrawnHours * HOUR_MS);
  if (withdrawnMs > 0) throw cooldown('You withdrew your last request.', Math.ceil(withdrawnMs / HOUR_MS), 'hour');
  return ignoredAt ?? null;
}

function cooldown(reason: string, count: number, unit: 'day' | 'hour'): AppError {
  return new AppError('COOLDOWN', `${reason} You can send another one in ${count} ${count === 1 ? unit : `${unit}s`}.`);
}
