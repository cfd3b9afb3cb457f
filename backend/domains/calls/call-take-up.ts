import { CALL_LIMITS } from '#shared/call-limits.ts';
import { asReplaced } from './call-invites.ts';
import {
  endCall,
  isActive,
  isAwaited,
  isRinging,
  liveCallOf,
  pushEnded,
  pushIncoming,
  pushState,
  put,
  type CallDraft,
  type CallPerson,
  type CallSide,
  type LiveCall,
} from './live-call.ts';

type StoredSide = CallPerson & Pick<CallSide, 'partyId'>;

type StoredFields = 'id' | 'type' | 'route' | 'replaces' | 'createdAt' | 'ringingAt' | 'answeredAt';

/** A call as its row has it. Times are in milliseconds since 1970. */
export interface StoredCall extends Pick<LiveCall, StoredFields | 'endedAt' | 'endReason' | 'endedBy'> {
  /** The last report of one of its devices that was written to the row. */
  seenAt: number | null;
  caller: StoredSide;
  callee: StoredSide;
}

/** The registry has lost its calls, and takes one up from its row. */
export interface TakeUpCommand {
  kind: 'take-up';
  call: StoredCall;
}

/**
 * Takes up a call that the registry does not know. Its devices are asked to report: those of an active call have
 * {@link CALL_LIMITS.takeUpMs} for it, one that rings goes on ringing until its time is over. A call of a user who is
 * in a newer one ends: the newer one could begin only after it, so that a side had hung up. One that has ended is known
 * again, so that a device that missed its end learns the reason; and so is the invitation that became part of it.
 */
export function takeUp(draft: CallDraft, { call: stored }: TakeUpCommand): void {
  if (draft.calls[stored.id]) return;
  const call = toLiveCall(stored, draft.now);
  if (call.replaces !== null) put(draft, replacedBy(call, draft.now));
  if (call.endedAt !== null) return void put(draft, call);
  if ([call.caller, call.callee].some(({ userId }) => liveCallOf(draft, userId))) return endOlder(draft, call);
  put(draft, call);
  for (const { userId } of [call.caller, call.callee]) draft.users[userId] = call.id;
  for (const { userId, partyId } of [call.caller, call.callee])
    if (partyId !== null) pushState(draft, call, { userId, partyId, socketId: '' });
  if (isRinging(call)) pushIncoming(draft, call);
}

function endOlder(draft: CallDraft, call: LiveCall): void {
  if (!isActive(call)) return endLost(draft, call);
  const over = endCall(draft, call, { reason: 'completed', by: 'server', at: lostAt(call, draft.now) });
  pushEnded(draft, over, 'caller');
  pushEnded(draft, over, 'callee');
}

/** Ends a call of which one side has disappeared, and notifies both. A side whose page was closed has hung up. */
export function endLost(draft: CallDraft, call: LiveCall): void {
  const left = (['caller', 'callee'] as const).find((role) => typeof call[role].leftAt === 'number');
  const over = left
    ? endCall(draft, call, { reason: 'completed', by: left, at: call[left].leftAt ?? draft.now })
    : endCall(draft, call, { reason: 'lost', by: 'server', at: lostAt(call, draft.now) });
  pushEnded(draft, over, 'caller');
  pushEnded(draft, over, 'callee');
}

/** Returns when a lost call ended: with the last report when no device has come back after it was taken up. */
function lostAt(call: LiveCall, now: number): number {
  const sides = [call.caller, call.callee];
  if (!isActive(call) || !sides.every((side) => isAwaited(call, side))) return now;
  return Math.max(call.answeredAt ?? 0, ...sides.map(({ aliveAt }) => aliveAt ?? 0));
}

function toLiveCall({ seenAt, ...stored }: StoredCall, now: number): LiveCall {
  const sideOf = (side: StoredSide): CallSide => ({
    ...side,
    socketId: null,
    // A caller whose call rings does not report.
    absentAt: stored.answeredAt === null ? null : now,
    aliveAt: seenAt,
    isReceiving: false,
  });
  return {
    ...stored,
    caller: sideOf(stored.caller),
    callee: sideOf(stored.callee),
    isUnreached: now >= stored.createdAt + CALL_LIMITS.reachMs,
    ringing: [],
    replacedBy: null,
    takenUpAt: now,
  };
}

/** The invitation of the callee that answered a call, so that a device that repeats it learns what it became. */
function replacedBy(call: LiveCall, now: number): LiveCall {
  const callee = { ...call.caller, partyId: null };
  const invitation = { ...call, id: call.replaces ?? '', caller: call.callee, callee, answeredAt: null };
  return asReplaced(invitation, { by: call.id, at: now });
}
