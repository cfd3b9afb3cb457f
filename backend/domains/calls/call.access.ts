import type { CallEligibility, CallRoute } from '#shared/api/calls.ts';
import { CALL_LIMITS } from '#shared/call-limits.ts';
import type { Role } from '#shared/api/endpoint.ts';
import { defaultPrivacy, type QuietHours, type Reach } from '#shared/api/privacy.ts';
import { quietUntil } from '#shared/quiet-hours.ts';
import { databaseNow } from '../../db/clock.ts';
import { read, type Reader } from '../../db/read.ts';
import { learnsFrom } from '../courses/course.view.ts';
import { hasWritten, haveAgreedConversation, lastWrittenAt } from '../messages/message.access.ts';
import { isColleague } from '../verifications/verification.view.ts';
import { connectedWith, HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';
import { relayOf, type CallPerson } from './live-call.ts';

/**
 * Tests that a caller ($1) learns from an item of the callee `u`, or teaches the callee, who has written or called
 * first or has been confirmed by the same institution: joining a class is no consent to be called by its author.
 */
const IN_CLASS = `(${learnsFrom('$1::uuid', 'u.id')} or (${learnsFrom('u.id', '$1::uuid')}
  and (${isColleague('u.id', '$1::uuid')} or ${hasWritten('u.id', '$1::uuid')}
    or exists (select 1 from calls oc where oc.caller_id = u.id and oc.callee_id = $1))))`;

/** Selects a caller ($1) and a callee ($2) who know each other; no row when they do not, and when a block hides one. */
const PAIR = {
  name: 'call-pair',
  text: `select v.full_name as caller_name, v.profile_image as caller_photo, u.full_name as callee_name,
      u.profile_image as callee_photo, u.role,
      v.email_verified_at is null as is_caller_unconfirmed, u.email_verified_at is null as is_callee_unconfirmed,
      ps.who_can_call, ps.quiet_hours,
      ${connectedWith('$1::uuid', 'u.id')} as is_connected, ${IN_CLASS} as is_in_class,
      coalesce(ps.always_relay, false) or coalesce(vs.always_relay, false) as is_relayed
    from users u join users v on v.id = $1 left join privacy_settings ps on ps.user_id = u.id
      left join privacy_settings vs on vs.user_id = v.id
    where u.id = $2 and u.id <> $1 and u.role <> 'creator' and v.role <> 'creator' and u.deactivated_at is null
      and u.id not in (${HIDDEN_FROM_VIEWER})
      and (${connectedWith('$1::uuid', 'u.id')} or ${haveAgreedConversation('$1::uuid', 'u.id')} or ${IN_CLASS})`,
};

interface PairRow {
  caller_name: string;
  caller_photo: string | null;
  callee_name: string;
  callee_photo: string | null;
  role: Role;
  who_can_call: Reach | null;
  quiet_hours: QuietHours | null;
  is_connected: boolean;
  is_in_class: boolean;
  is_relayed: boolean;
  is_caller_unconfirmed: boolean;
  is_callee_unconfirmed: boolean;
}

/** Two members of whom the first can call the second now. */
interface CallPair {
  caller: CallPerson;
  callee: CallPerson;
  route: CallRoute;
  /** One of the two always relays calls: they must not connect directly after the answer either. */
  mustRelay: boolean;
}

/** Two members, and what the server has for their call. */
interface EligibilityQuestion {
  callerId: string;
  calleeId: string;
  /** Whether the server can relay calls. */
  hasRelay: boolean;
  /** Where no emails are sent, no one can confirm an address, and everyone counts as confirmed. */
  areEmailsSent: boolean;
}

/**
 * Decides whether a member can call another one: they are connected, have a conversation to which the callee has agreed
 * or are in a class, the callee's setting allows it, and it is not within the callee's quiet hours. Creators neither
 * call nor are called.
 */
async function findPair(
  reader: Reader,
  { callerId, calleeId, areEmailsSent }: Omit<EligibilityQuestion, 'hasRelay'>,
): Promise<CallPair | CallEligibility> {
  const refused: CallEligibility = { canCall: false, reason: 'NOT_ALLOWED' };
  const [row] = await read<PairRow>(reader, PAIR, [callerId, calleeId]);
  if (!row) return refused;
  const usual = defaultPrivacy(row.role);
  const reach = row.who_can_call ?? usual.whoCanCall;
  if (reach === 'none' || (reach === 'connections' && !row.is_connected && !row.is_in_class)) return refused;
  if (quietUntil(row.quiet_hours ?? usual.quietHours, databaseNow())) return { canCall: false, reason: 'QUIET_HOURS' };
  return {
    caller: {
      userId: callerId,
      name: row.caller_name,
      photo: row.caller_photo,
      ...(areEmailsSent && row.is_caller_unconfirmed && { isUnconfirmed: true }),
    },
    callee: {
      userId: calleeId,
      name: row.callee_name,
      photo: row.callee_photo,
      ...(areEmailsSent && row.is_callee_unconfirmed && { isUnconfirmed: true }),
    },
    route: row.is_connected && !row.is_relayed ? 'direct' : 'relay',
    mustRelay: row.is_relayed,
  };
}

const USED = { name: 'call-id-used', text: 'select 1 from calls where id = $1' };

/** Returns whether the history contains a call with an id. */
export async function isCallIdUsed(reader: Reader, callId: string): Promise<boolean> {
  return (await read(reader, USED, [callId])).length > 0;
}

/**
 * Counts the calls of a caller ($1) to a callee ($2) of the last day without an answer, since the callee last answered,
 * called or wrote, and selects the end of the last one in milliseconds since 1970. Whatever reason the caller's device
 * gives, or by whatever it disappears, the call counts; one that the callee's side ended by being busy does not.
 */
const UNANSWERED = {
  name: 'calls-unanswered',
  text: `with heard as (
      select coalesce(greatest(
        (select max(c.created_at) from calls c where c.caller_id = $2 and c.callee_id = $1
          and c.created_at > now() - interval '1 day'),
        (select max(c.answered_at) from calls c where c.caller_id = $1 and c.callee_id = $2
          and c.created_at > now() - interval '1 day'),
        (${lastWrittenAt('$2::uuid', '$1::uuid')})), '-infinity') as at)
    select count(*)::int as count, (extract(epoch from max(c.ended_at)) * 1000)::float8 as last_at_ms
    from calls c, heard
    where c.caller_id = $1 and c.callee_id = $2 and c.created_at > now() - interval '1 day'
      and c.created_at > heard.at and c.answered_at is null
      and c.end_reason not in ('busy', 'media-callee', 'replaced')`,
};

/**
 * Returns whether a caller has to wait before the next call to a callee who has not answered, longer after each one. It
 * is read from the history, which all nodes share and a restart keeps. `factor` multiplies how many calls are free.
 */
export async function mustWaitToCall(
  reader: Reader,
  { callerId, calleeId, factor }: { callerId: string; calleeId: string; factor: number },
): Promise<boolean> {
  const values = [callerId, calleeId];
  const [row] = await read<{ count: number; last_at_ms: number | null }>(reader, UNANSWERED, values);
  const step = Math.floor((row?.count ?? 0) / factor) - 1;
  const waitMs = CALL_LIMITS.ringWaitsMs[Math.min(step, CALL_LIMITS.ringWaitsMs.length - 1)];
  return waitMs !== undefined && databaseNow().getTime() < (row?.last_at_ms ?? 0) + waitMs;
}

/** Returns the two members of a call that the first may start now; null when they may not. */
export async function findCallPair(
  reader: Reader,
  question: Omit<EligibilityQuestion, 'hasRelay'>,
): Promise<CallPair | null> {
  const pair = await findPair(reader, question);
  return 'caller' in pair ? pair : null;
}

/** Returns whether a member can call another one now. A user who does not exist is one whom they may not call. */
export async function loadEligibility(
  reader: Reader,
  { hasRelay, ...question }: EligibilityQuestion,
): Promise<CallEligibility> {
  const pair = await findPair(reader, question);
  if (!('caller' in pair)) return pair;
  return pair.mustRelay && !(hasRelay && relayOf(pair, 'caller').canRelay)
    ? { canCall: false, reason: 'NO_RELAY' }
    : { canCall: true, reason: null };
}

/** Returns whether a member may call another one, at another time if it is within the quiet hours. */
export async function mayCall(reader: Reader, callerId: string, calleeId: string): Promise<boolean> {
  const pair = await findPair(reader, { callerId, calleeId, areEmailsSent: true });
  return 'caller' in pair || pair.reason !== 'NOT_ALLOWED';
}
