import type { CallRoute, CallType } from '#shared/api/calls.ts';
import { CALL_LIMITS } from '#shared/call-limits.ts';
import type { Ack } from '#shared/realtime/contract.ts';
import {
  awaySince,
  currentOf,
  endCall,
  idsOf,
  isActive,
  isRinging,
  liveCallOf,
  pushElsewhere,
  pushEnded,
  pushIncoming,
  pushState,
  pushToCaller,
  put,
  roleIn,
  type CallDraft,
  type CallPerson,
  type CallSide,
  type LiveCall,
} from './live-call.ts';
import type { Device } from '../../realtime/server.ts';

/** A member calls another one; the two have been checked by the rules of who can call whom. */
export interface InviteCommand {
  kind: 'invite';
  from: Device;
  caller: CallPerson;
  callee: CallPerson;
  callId: string;
  /** True when the server has made the id, which the device then has to learn. */
  isIdNew: boolean;
  /** True when the history contains a call with this id. */
  isIdUsed: boolean;
  callType: CallType;
  route: CallRoute;
  /** True to answer a call of the callee and to start none: whether the caller may has not been checked. */
  isAnswerOnly?: boolean;
}

const OK: Ack = { ok: true };

/**
 * Starts a call. The same invitation again changes nothing. Two members who call each other have one call: the second
 * invitation answers the first. A callee who calls a third member is busy for the call that rings. CONFLICT when the
 * user is in a call on another device.
 */
export function invite(draft: CallDraft, command: InviteCommand): Ack {
  const { from, callee } = command;
  const known = draft.calls[command.callId];
  if (known) return repeat(draft, known, from);
  if (command.isIdUsed || callee.userId === from.userId) return { ok: false, code: 'FORBIDDEN' };
  const own = liveCallOf(draft, from.userId);
  if (own && isRinging(own) && own.caller.userId === callee.userId) {
    merge(draft, own, command);
    return OK;
  }
  if (command.isAnswerOnly === true) return { ok: false, code: 'FORBIDDEN' };
  if (own && !endRinging(draft, own, from) && !endStale(draft, own, from)) return { ok: false, code: 'CONFLICT' };
  const isBusy = liveCallOf(draft, callee.userId) !== undefined;
  const call = put(draft, newCall(draft.now, command));
  if (isBusy) {
    pushToCaller(draft, endCall(draft, call, { reason: 'busy', by: 'callee' }), ['call-busy', idsOf(call)]);
    return OK;
  }
  draft.users[from.userId] = call.id;
  draft.users[callee.userId] = call.id;
  draft.records.push(call);
  pushIncoming(draft, call);
  if (command.isIdNew) pushState(draft, call, from);
  return OK;
}

/** Responds to an invitation that the server has received before, such as after a reconnect. */
function repeat(draft: CallDraft, known: LiveCall, from: Device): Ack {
  if (known.caller.userId !== from.userId) return { ok: false, code: 'FORBIDDEN' };
  if (known.caller.partyId !== from.partyId) return { ok: false, code: 'CONFLICT' };
  const current = currentOf(draft, known);
  if (current !== known) pushMerged(draft, current, { from, oldCallId: known.id });
  pushState(draft, current, from);
  return OK;
}

/** Answers the call that rings at the sender of an invitation in the opposite direction. */
function merge(draft: CallDraft, ringing: LiveCall, command: InviteCommand): void {
  const { from } = command;
  const replaced = put(draft, asReplaced(newCall(draft.now, command), { by: ringing.id, at: draft.now }));
  pushMerged(draft, ringing, { from, oldCallId: replaced.id });
  answerCall(draft, put(draft, { ...ringing, replaces: replaced.id }), from);
}

/** Returns the call that became part of another one. */
export function asReplaced(call: LiveCall, { by, at }: { by: string; at: number }): LiveCall {
  return { ...call, endedAt: at, endReason: 'replaced', endedBy: 'server', replaces: null, replacedBy: by };
}

function pushMerged(draft: CallDraft, call: LiveCall, { from, oldCallId }: { from: Device; oldCallId: string }): void {
  const { userId, partyId } = from;
  draft.pushes.push({ to: { userId, partyId }, name: 'call-merged', payload: { oldCallId, callId: call.id } });
}

/** Makes a device of the callee that of the call; all others stop ringing. */
export function answerCall(draft: CallDraft, call: LiveCall, from: Device): void {
  const { partyId, socketId } = from;
  const active = put(draft, {
    ...call,
    answeredAt: draft.now,
    ringing: [],
    // The caller of a call that was taken up has to report, unless the device has connected since.
    caller: { ...call.caller, absentAt: call.caller.socketId === null ? draft.now : call.caller.absentAt },
    callee: { ...call.callee, partyId, socketId, absentAt: null },
  });
  draft.records.push(active);
  const answeredAt = new Date(draft.now).toISOString();
  pushToCaller(draft, active, [
    'call-accepted',
    { ...idsOf(active), calleeName: call.callee.name, partyId, answeredAt },
  ]);
  pushElsewhere(draft, active, { reason: 'accepted', exceptPartyId: partyId });
  pushState(draft, active, from);
}

/**
 * Ends a call that rings at the user who calls: the invitation was under way when that call began, and its device would
 * refuse it as busy, so that neither of the two would reach anyone. Returns false for any other call.
 */
function endRinging(draft: CallDraft, own: LiveCall, { userId, partyId }: Device): boolean {
  if (!isRinging(own) || own.callee.userId !== userId) return false;
  const over = endCall(draft, own, { reason: 'busy', by: 'callee' });
  pushToCaller(draft, over, ['call-busy', idsOf(over)]);
  pushElsewhere(draft, over, { reason: 'busy', exceptPartyId: partyId });
  return true;
}

/**
 * Ends the call in which the registry has the device that calls: a device has one call, so it has left that one and the
 * message was lost. Returns false for a call of another device of the user, unless its page was closed or it has been
 * away for longer than the server waits: the other side alone cannot keep the user from calling.
 */
function endStale(draft: CallDraft, own: LiveCall, from: Device): boolean {
  const role = roleIn(own, from.userId) ?? 'caller';
  const hasLeft = typeof own[role].leftAt === 'number';
  const isGone = hasLeft || draft.now >= awaySince(own, role) + CALL_LIMITS.graceMs;
  if (own[role].partyId !== from.partyId && !isGone) return false;
  const over = endCall(draft, own, { reason: isActive(own) ? 'completed' : 'cancelled', by: role });
  pushEnded(draft, over, role === 'caller' ? 'callee' : 'caller');
  if (over[role].partyId !== from.partyId) pushEnded(draft, over, role);
  return true;
}

function newCall(now: number, { callId, callType, route, from, caller, callee }: InviteCommand): LiveCall {
  const side: Omit<CallSide, keyof CallPerson> = {
    partyId: null,
    socketId: null,
    absentAt: null,
    leftAt: null,
    aliveAt: null,
    isReceiving: false,
  };
  return {
    id: callId,
    type: callType,
    route,
    createdAt: now,
    ringingAt: null,
    answeredAt: null,
    endedAt: null,
    endReason: null,
    endedBy: null,
    caller: { ...side, ...caller, partyId: from.partyId, socketId: from.socketId },
    callee: { ...side, ...callee },
    isUnreached: false,
    ringing: [],
    replaces: null,
    replacedBy: null,
    takenUpAt: null,
  };
}
