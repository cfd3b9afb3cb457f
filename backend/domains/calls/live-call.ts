import type { CallEndReason, CallRoute, CallType } from '#shared/api/calls.ts';
import { CALL_LIMITS } from '#shared/call-limits.ts';
import type { CallIntents, CallPushes } from '#shared/realtime/calls.ts';
import type { Ack } from '#shared/realtime/contract.ts';
import { MINUTE_MS } from '#shared/time.ts';
import type { RelayUse } from '../../gateways/ice-servers.ts';
import type { Device } from '../../realtime/server.ts';

/** A member as the other side of a call sees them. */
export interface CallPerson {
  userId: string;
  name: string;
  photo: string | null;
  /** The email address is not confirmed: this side receives no credentials of a relay. */
  isUnconfirmed?: true;
}

/** Of the two sides of a call. */
export type CallRole = 'caller' | 'callee';

/** One side of a call. Times are in milliseconds since 1970, by the clock of the database. */
export interface CallSide extends CallPerson {
  /** The device that called or answered; null for a callee who has not answered. */
  partyId: string | null;
  /** The last socket of this device. */
  socketId: string | null;
  /** Since when the device has no socket. */
  absentAt: number | null;
  /** When the page of the device was closed or loaded again; null unless it can come back, missing in older calls. */
  leftAt?: number | null;
  /** When the device last reported that it is in the call. */
  aliveAt: number | null;
  /** Whether media of the other side arrived at that time. */
  isReceiving: boolean;
}

/** A call in the registry: it rings, is active once `answeredAt` is set, and has ended once `endedAt` is set. */
export interface LiveCall {
  id: string;
  type: CallType;
  route: CallRoute;
  createdAt: number;
  ringingAt: number | null;
  answeredAt: number | null;
  endedAt: number | null;
  endReason: CallEndReason | null;
  endedBy: CallRole | 'server' | null;
  caller: CallSide;
  callee: CallSide;
  /** No device of the callee rang in time, so that their browsers were notified. */
  isUnreached: boolean;
  /** Devices of the callee that ring. */
  ringing: { partyId: string; socketId: string }[];
  /** The call of the callee's device that became part of this one, since both members called each other. */
  replaces: string | null;
  /** Of a call that became part of another one: the id of that one. */
  replacedBy: string | null;
  /** When the registry took the call up again from its row, after it had lost it; null for any other call. */
  takenUpAt: number | null;
}

/**
 * A part of the registry: calls by id, and the id of each user's live call. A call that has ended is contained for
 * {@link CALL_LIMITS.endedMs}.
 */
export interface CallSnapshot {
  calls: Readonly<Record<string, LiveCall>>;
  users: Readonly<Record<string, string>>;
}

/** The sockets that receive a push: all of a user, those of one device, or all but those of one device. */
export interface PushTarget {
  userId: string;
  partyId?: string;
  exceptPartyId?: string;
}

type Untimed<Payload> = Payload extends unknown ? Omit<Payload, 'at'> : never;
/** A push of a transition. */
export type CallPush = {
  [Name in keyof CallPushes]: { to: PushTarget; name: Name; payload: Untimed<CallPushes[Name]> };
}[keyof CallPushes] & {
  /** How the receivers use the relay: its credentials are sent with the push. */
  relay?: RelayUse;
};

/** What a device reports about the connection of its call. */
export type CallQuality = NonNullable<CallIntents['call-ended']['quality']>;

/** What follows from a command. */
export interface CallOutcome {
  ack: Ack;
  snapshot: CallSnapshot;
  pushes: CallPush[];
  /** Calls whose row of the history changes. */
  records: LiveCall[];
  qualities: { callId: string; role: CallRole; quality: CallQuality }[];
  /** Calls that ring on no device, once each. */
  unreached: LiveCall[];
}

/** A snapshot that one transition changes, with what follows from it. */
export interface CallDraft {
  calls: Record<string, LiveCall>;
  users: Record<string, string>;
  pushes: CallPush[];
  records: LiveCall[];
  qualities: CallOutcome['qualities'];
  unreached: LiveCall[];
  now: number;
}

/** Time by which a report of a device may be late, in milliseconds. */
const ALIVE_LATE_MS = 5_000;
/** How long media alone keep a side in a call that has no socket or does not report, in milliseconds. */
const HELD_MAX_MS = 10 * MINUTE_MS;

/** Names a caller and a callee in {@link CallSnapshot}. */
export function pairKey(callerId: string, calleeId: string): string {
  return `${callerId}:${calleeId}`;
}

/** Returns which side a user is of a call; null for a third one. */
export function roleIn(call: LiveCall, userId: string): CallRole | null {
  if (call.caller.userId === userId) return 'caller';
  return call.callee.userId === userId ? 'callee' : null;
}

/** Returns how one side of a call uses the relay. */
export function relayOf({ caller, callee }: Record<CallRole, CallPerson>, role: CallRole): RelayUse {
  const { userId, isUnconfirmed } = role === 'caller' ? caller : callee;
  const mayRelay = isUnconfirmed !== true;
  return { userId, mayRelay, canRelay: caller.isUnconfirmed !== true && callee.isUnconfirmed !== true };
}

/** True until the call is answered or ends. */
export function isRinging(call: LiveCall): boolean {
  return call.answeredAt === null && call.endedAt === null;
}

/** True from the answer to the end. */
export function isActive(call: LiveCall): boolean {
  return call.answeredAt !== null && call.endedAt === null;
}

/** Returns the live call of a user; undefined without one. */
export function liveCallOf({ calls, users }: Pick<CallSnapshot, 'calls' | 'users'>, userId: string) {
  const id = users[userId];
  const call = id === undefined ? undefined : calls[id];
  return call?.endedAt === null ? call : undefined;
}

/** Returns the live call that a call became part of; otherwise the call itself. */
export function currentOf({ calls }: Pick<CallSnapshot, 'calls'>, call: LiveCall): LiveCall {
  const next = call.replacedBy === null ? undefined : calls[call.replacedBy];
  return next?.endedAt === null ? next : call;
}

/** The ids that every push of a call contains. */
export function idsOf(call: LiveCall): { callId: string; callerId: string; calleeId: string } {
  return { callId: call.id, callerId: call.caller.userId, calleeId: call.callee.userId };
}

/** Stores a changed call in the draft. */
export function put(draft: CallDraft, call: LiveCall): LiveCall {
  draft.calls[call.id] = call;
  return call;
}

/** Adds the push call-state for a device of one of the two. */
export function pushState(draft: CallDraft, call: LiveCall, device: Device): void {
  const role = roleIn(call, device.userId) ?? 'caller';
  const mine = call[role].partyId === device.partyId;
  const peer = role === 'caller' ? call.callee : call.caller;
  draft.pushes.push({
    to: { userId: device.userId, partyId: device.partyId },
    name: 'call-state',
    payload: {
      ...idsOf(call),
      state: call.endedAt !== null ? 'ended' : call.answeredAt !== null ? 'active' : 'ringing',
      role,
      callType: call.type,
      mine,
      replaces: mine ? call.replaces : null,
      callerName: call.caller.name,
      calleeName: call.callee.name,
      answeredAt: call.answeredAt === null ? null : new Date(call.answeredAt).toISOString(),
      peerPartyId: call.answeredAt === null ? null : peer.partyId,
      endReason: call.endReason,
    },
  });
}

/** Adds the push call-state for a call that the device cannot know or that is no longer known. */
export function pushUnknown(draft: CallDraft, callId: string, device: Device): void {
  const { userId, partyId } = device;
  draft.pushes.push({
    to: { userId, partyId },
    name: 'call-state',
    payload: {
      callId,
      callerId: userId,
      calleeId: userId,
      state: 'ended',
      role: 'caller',
      callType: 'voice',
      mine: false,
      replaces: null,
      callerName: '',
      calleeName: '',
      answeredAt: null,
      peerPartyId: null,
      endReason: null,
    },
  });
}

/** Adds a push to the device of the caller. */
export function pushToCaller<Name extends keyof CallPushes>(
  draft: CallDraft,
  { caller }: LiveCall,
  [name, payload]: [Name, Untimed<CallPushes[Name]>],
): void {
  const to: PushTarget = { userId: caller.userId, ...(caller.partyId !== null && { partyId: caller.partyId }) };
  draft.pushes.push({ to, name, payload } as CallPush);
}

/** Adds the push incoming-call: to all devices of the callee, or to the one that has just connected. */
export function pushIncoming(draft: CallDraft, call: LiveCall, partyId?: string): void {
  draft.pushes.push({
    to: { userId: call.callee.userId, ...(partyId !== undefined && { partyId }) },
    name: 'incoming-call',
    payload: {
      ...idsOf(call),
      callerName: call.caller.name,
      callerPhoto: call.caller.photo,
      callType: call.type,
      partyId: call.caller.partyId ?? '',
      route: call.route,
      ringMs: Math.max(0, call.createdAt + CALL_LIMITS.ringMs - draft.now),
    },
    relay: relayOf(call, 'callee'),
  });
}

/** Adds the push by which the devices of the callee that did not answer stop ringing. */
export function pushElsewhere(
  draft: CallDraft,
  call: LiveCall,
  { reason, exceptPartyId }: { reason: 'accepted' | 'declined' | 'busy'; exceptPartyId: string },
): void {
  const to: PushTarget = { userId: call.callee.userId, exceptPartyId };
  draft.pushes.push({ to, name: 'call-elsewhere', payload: { callId: call.id, reason } });
}

/** Adds the push call-ended: to the device of one side, or to all devices of a callee who has not answered. */
export function pushEnded(draft: CallDraft, call: LiveCall, role: CallRole): void {
  const { userId, partyId } = call[role];
  draft.pushes.push({
    to: { userId, ...(partyId !== null && { partyId }) },
    name: 'call-ended',
    payload: { ...idsOf(call), reason: call.endReason ?? 'completed', endedBy: call.endedBy ?? 'server' },
  });
}

/** Ends a live call and returns it; the caller adds the pushes. */
export function endCall(
  draft: CallDraft,
  call: LiveCall,
  { reason, by, at = draft.now }: { reason: CallEndReason; by: CallRole | 'server'; at?: number },
): LiveCall {
  for (const { userId } of [call.caller, call.callee]) if (draft.users[userId] === call.id) delete draft.users[userId];
  const ended = put(draft, { ...call, endedAt: at, endReason: reason, endedBy: by });
  draft.records.push(ended);
  return ended;
}

/** Returns when a side of an active call last reported, or was last believed to be in the call. */
function reportedAt(call: LiveCall, role: CallRole): number {
  return Math.max(call.answeredAt ?? 0, call.takenUpAt ?? 0, call[role].aliveAt ?? 0);
}

/** True for a side whose device has not connected since the call was taken up. */
export function isAwaited({ takenUpAt }: LiveCall, { absentAt }: CallSide): boolean {
  return absentAt !== null && absentAt === takenUpAt;
}

/**
 * Returns since when the device of a side is away: without a socket or, when the node that has to notice that has died
 * itself, without a report.
 */
export function awaySince(call: LiveCall, role: CallRole): number {
  const { absentAt } = call[role];
  if (absentAt !== null || !isActive(call)) return absentAt ?? Number.POSITIVE_INFINITY;
  return reportedAt(call, role) + CALL_LIMITS.aliveEveryMs + ALIVE_LATE_MS;
}

/** Returns when one side of an active call counts as gone, unless something changes until then. */
function goneAt(call: LiveCall, role: CallRole): number {
  const side = call[role];
  // Whatever the other side believes to hear of it.
  if (typeof side.leftAt === 'number') return side.leftAt + CALL_LIMITS.returnMs;
  const other = role === 'caller' ? call.callee : call.caller;
  const dead = reportedAt(call, role) + CALL_LIMITS.deadMs;
  const graceMs = isAwaited(call, side) ? CALL_LIMITS.takeUpMs : CALL_LIMITS.graceMs;
  const due = side.absentAt === null ? dead : Math.min(dead, side.absentAt + graceMs);
  // Its media still arrives at the other side.
  if (!other.isReceiving || other.aliveAt === null) return due;
  const held = other.aliveAt + CALL_LIMITS.aliveEveryMs + ALIVE_LATE_MS;
  // Not for ever: a device that claims that media arrives would keep the user in a call that they have left.
  return Math.max(due, Math.min(held, (side.absentAt ?? reportedAt(call, role)) + HELD_MAX_MS));
}

/** Returns when the timers of a call are due, in milliseconds since 1970; null for a call that has ended. */
export function dueAt(call: LiveCall): number | null {
  if (call.endedAt !== null) return null;
  if (call.answeredAt !== null) return Math.min(goneAt(call, 'caller'), goneAt(call, 'callee'));
  return Math.min(endsUnansweredAt(call), unreachedAt(call) ?? Number.POSITIVE_INFINITY);
}

/** Returns when a ringing call ends without an answer: its time is over, or the caller has disappeared. */
export function endsUnansweredAt({ createdAt, caller: { absentAt } }: LiveCall): number {
  const unanswered = createdAt + CALL_LIMITS.ringMs;
  return absentAt === null ? unanswered : Math.min(unanswered, absentAt + CALL_LIMITS.graceMs);
}

/** Returns when a ringing call counts as one that rings on no device; null once one has rung, and after that time. */
function unreachedAt({ ringingAt, isUnreached, createdAt }: LiveCall): number | null {
  return ringingAt === null && !isUnreached ? createdAt + CALL_LIMITS.reachMs : null;
}
