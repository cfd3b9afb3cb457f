import type { CallEndReason } from '#shared/api/calls.ts';
import { CALL_LIMITS } from '#shared/call-limits.ts';
import type { CallIntents } from '#shared/realtime/calls.ts';
import type { Ack } from '#shared/realtime/contract.ts';
import { answerCall, invite, type InviteCommand } from './call-invites.ts';
import { endLost, takeUp, type TakeUpCommand } from './call-take-up.ts';
import {
  currentOf,
  dueAt,
  endCall,
  endsUnansweredAt,
  idsOf,
  isActive,
  isRinging,
  liveCallOf,
  pushElsewhere,
  pushEnded,
  pushIncoming,
  pushState,
  pushToCaller,
  pushUnknown,
  put,
  roleIn,
  type CallDraft,
  type CallOutcome,
  type CallQuality,
  type CallRole,
  type CallSnapshot,
  type LiveCall,
} from './live-call.ts';
import type { Device } from '../../realtime/server.ts';

/**
 * A call that a device names. `callId` is null for the live call of the device's user with `peerId`; `role` is that of
 * the user, if the device names it.
 */
export interface CallReference {
  from: Device;
  callId: string | null;
  peerId?: string;
  role?: CallRole;
}

/** What a device reports or asks about a call, by kind. */
interface NamedCommands {
  received: { kind: 'received' } & CallReference;
  accept: { kind: 'accept' } & CallReference;
  reject: { kind: 'reject'; reason: 'declined' | 'media' } & CallReference;
  busy: { kind: 'busy' } & CallReference;
  end: { kind: 'end'; reason: EndReason; quality?: CallQuality | undefined } & CallReference;
  alive: { kind: 'alive'; isReceiving: boolean } & CallReference;
  away: { kind: 'away' } & CallReference;
  sync: { kind: 'sync' } & CallReference;
}

type EndReason = CallIntents['call-ended']['reason'];
type NamedCommand = NamedCommands[keyof NamedCommands];

/**
 * What changes the calls. `present` and `absent`: a socket of the device has connected or left; `time`: the timers of a
 * call are due; `separate`: a block separates two users.
 */
export type CallCommand =
  | InviteCommand
  | TakeUpCommand
  | NamedCommand
  | { kind: 'present' | 'absent'; from: Device }
  | { kind: 'time'; callId: string }
  | { kind: 'separate'; userId: string; otherId: string };

/** A call of the sender, and which side the sender is. */
interface Found {
  call: LiveCall;
  role: CallRole;
}
interface Missing {
  code: 'NOT_FOUND' | 'FORBIDDEN';
}
type Handler<Kind extends keyof NamedCommands> = (draft: CallDraft, found: Found, command: NamedCommands[Kind]) => Ack;

const OK: Ack = { ok: true };

/**
 * Applies a command to the live calls of the users concerned at a time in milliseconds since 1970. Pure: returns the
 * new snapshot, the acknowledgement, and what follows as data. A command about a call of other users changes nothing.
 */
export function applyCallCommand(snapshot: CallSnapshot, command: CallCommand, now: number): CallOutcome {
  const draft: CallDraft = {
    calls: { ...snapshot.calls },
    users: { ...snapshot.users },
    pushes: [],
    records: [],
    qualities: [],
    unreached: [],
    now,
  };
  const ack = run(draft, command);
  const { calls, users, pushes, records, qualities, unreached } = draft;
  return { ack, snapshot: { calls, users }, pushes, records, qualities, unreached };
}

function run(draft: CallDraft, command: CallCommand): Ack {
  switch (command.kind) {
    case 'invite':
      return invite(draft, command);
    case 'take-up':
      takeUp(draft, command);
      return OK;
    case 'present':
      return present(draft, command.from);
    case 'absent':
      return absent(draft, command.from);
    case 'time':
      return checkTimers(draft, command.callId);
    case 'separate':
      return separate(draft, command);
    case 'received':
    case 'accept':
    case 'reject':
    case 'busy':
    case 'end':
    case 'alive':
    case 'away':
    case 'sync':
      return runNamed(draft, command);
  }
}

/** Finds the call that a command names. A call of other users is FORBIDDEN. */
function find(draft: CallDraft, { from, callId, peerId, role }: CallReference): Found | Missing {
  const call = callId === null ? liveCallOf(draft, from.userId) : draft.calls[callId];
  const own = call && roleIn(call, from.userId);
  if (!call || own === undefined) return { code: 'NOT_FOUND' };
  const peer = own === 'caller' ? call.callee : call.caller;
  const isMeant = own !== null && (role ?? own) === own && (peerId ?? peer.userId) === peer.userId;
  if (isMeant) return { call, role: own };
  return { code: callId === null ? 'NOT_FOUND' : 'FORBIDDEN' };
}

function runNamed(draft: CallDraft, command: NamedCommand): Ack {
  const found = find(draft, command);
  if ('call' in found) return HANDLERS[command.kind](draft, found, command as never);
  // A device that follows an unknown call must stop. A call of other users is unknown, too.
  const isFollowing = found.code === 'NOT_FOUND' || command.kind === 'sync';
  if (isFollowing && command.kind !== 'end' && command.callId !== null)
    pushUnknown(draft, command.callId, command.from);
  return { ok: false, code: command.kind === 'sync' ? 'NOT_FOUND' : found.code };
}

const received: Handler<'received'> = (draft, { call, role }, { from }) => {
  if (role !== 'callee') return { ok: false, code: 'FORBIDDEN' };
  if (call.endedAt !== null) return ended(draft, call, from);
  if (!isRinging(call)) return { ok: false, code: 'CONFLICT' };
  const { partyId, socketId } = from;
  const others = call.ringing.filter((device) => device.partyId !== partyId);
  // More devices ring, but the caller does not connect to them before the answer.
  if (others.length >= CALL_LIMITS.ringingDevicesMax) return OK;
  const rings = put(draft, {
    ...call,
    ringingAt: call.ringingAt ?? draft.now,
    ringing: [...others, { partyId, socketId }],
  });
  if (others.length === call.ringing.length) pushReceived(draft, rings, partyId);
  return OK;
};

function pushReceived(draft: CallDraft, call: LiveCall, partyId: string): void {
  pushToCaller(draft, call, ['incoming-call-received', { ...idsOf(call), partyId, route: call.route }]);
}

const accept: Handler<'accept'> = (draft, { call, role }, { from }) => {
  if (role !== 'callee') return { ok: false, code: 'FORBIDDEN' };
  if (call.endedAt !== null) return ended(draft, call, from);
  if (isRinging(call)) answerCall(draft, call, from);
  else if (call.callee.partyId !== from.partyId) return { ok: false, code: 'CONFLICT' };
  else pushState(draft, call, from);
  return OK;
};

/** Responds to a device that follows a call which has ended. */
function ended(draft: CallDraft, call: LiveCall, from: Device): Ack {
  pushState(draft, call, from);
  return { ok: false, code: 'NOT_FOUND' };
}

const reject: Handler<'reject'> = (draft, { call, role }, { from, reason }) => {
  if (role !== 'callee') return { ok: false, code: 'FORBIDDEN' };
  if (call.endedAt !== null) return OK;
  const isOwn = call.callee.partyId === from.partyId;
  if (isActive(call) && !isOwn) return { ok: false, code: 'CONFLICT' };
  refuse(draft, call, { from, reason });
  return OK;
};

/** Ends a call that the callee declines, or whose camera and microphone the callee cannot use. */
function refuse(draft: CallDraft, call: LiveCall, { from, reason }: { from: Device; reason: 'declined' | 'media' }) {
  const wasRinging = isRinging(call);
  const completed = wasRinging ? 'declined' : 'completed';
  const over = endCall(draft, call, { reason: reason === 'media' ? 'media-callee' : completed, by: 'callee' });
  if (!wasRinging && reason === 'declined') return pushEnded(draft, over, 'caller');
  pushToCaller(draft, over, ['call-rejected', { ...idsOf(over), calleeName: over.callee.name, reason }]);
  if (wasRinging) pushElsewhere(draft, over, { reason: 'declined', exceptPartyId: from.partyId });
}

const busy: Handler<'busy'> = (draft, { call, role }, { from }) => {
  if (role !== 'callee') return { ok: false, code: 'FORBIDDEN' };
  if (call.endedAt !== null) return OK;
  if (!isRinging(call)) return { ok: false, code: 'CONFLICT' };
  const over = endCall(draft, call, { reason: 'busy', by: 'callee' });
  pushToCaller(draft, over, ['call-busy', idsOf(over)]);
  pushElsewhere(draft, over, { reason: 'busy', exceptPartyId: from.partyId });
  return OK;
};

const end: Handler<'end'> = (draft, { call, role }, command) => {
  const { from, quality } = command;
  // The device had left its own call before that became part of another one.
  const next = call.replacedBy === null ? call : (draft.calls[call.replacedBy] ?? call);
  const side = roleIn(next, from.userId) ?? role;
  const rings = isRinging(next) && side === 'callee';
  if (!rings && next[side].partyId !== from.partyId) return { ok: false, code: 'FORBIDDEN' };
  if (quality && next.answeredAt !== null) draft.qualities.push({ callId: next.id, role: side, quality });
  if (next.endedAt !== null) return OK;
  if (rings) {
    // Its answer was lost: it has not declined, and the call goes on ringing at the other devices.
    if (command.reason === 'lost') return OK;
    refuse(draft, next, { from, reason: command.reason === 'media' ? 'media' : 'declined' });
    return OK;
  }
  const over = endCall(draft, next, { reason: endReasonOf(next, side, command.reason), by: side });
  pushEnded(draft, over, side === 'caller' ? 'callee' : 'caller');
  return OK;
};

/** Returns the reason that is stored: the one that the device gives, if it is possible in the state of the call. */
function endReasonOf(call: LiveCall, role: CallRole, given: EndReason): CallEndReason {
  if (given === 'media') return role === 'caller' ? 'media-caller' : 'media-callee';
  if (isRinging(call)) return given === 'no-answer' ? 'no-answer' : 'cancelled';
  return given === 'connection-failed' || given === 'lost' ? given : 'completed';
}

const alive: Handler<'alive'> = (draft, { call, role }, { from, isReceiving }) => {
  if (call.endedAt !== null) return ended(draft, call, from);
  const side = call[role];
  if (!isActive(call) || side.partyId !== from.partyId) {
    // Another device of the user has answered.
    if (isActive(call)) pushState(draft, call, from);
    return { ok: false, code: 'FORBIDDEN' };
  }
  const { socketId } = from;
  put(draft, { ...call, [role]: { ...side, socketId, absentAt: null, leftAt: null, aliveAt: draft.now, isReceiving } });
  return OK;
};

/** The page that has this socket is closed or loaded again. One that has come back before has another socket. */
const away: Handler<'away'> = (draft, { call, role }, { from }) => {
  const side = call[role];
  if (!isActive(call) || side.partyId !== from.partyId) return { ok: false, code: 'FORBIDDEN' };
  if (side.socketId === from.socketId)
    put(draft, { ...call, [role]: { ...side, leftAt: draft.now, isReceiving: false } });
  return OK;
};

const sync: Handler<'sync'> = (draft, { call }, { from }) => {
  pushState(draft, currentOf(draft, call), from);
  return OK;
};

const HANDLERS: { [Kind in keyof NamedCommands]: Handler<Kind> } = {
  received,
  accept,
  reject,
  busy,
  end,
  alive,
  away,
  sync,
};

/** Sends a device that has connected the state of its call, or the call that rings at its user. */
function present(draft: CallDraft, from: Device): Ack {
  const call = liveCallOf(draft, from.userId);
  const role = call && roleIn(call, from.userId);
  if (!call || !role) return OK;
  const side = call[role];
  if (side.partyId === from.partyId) {
    const aliveAt = isActive(call) ? draft.now : side.aliveAt;
    const back = put(draft, {
      ...call,
      [role]: { ...side, socketId: from.socketId, absentAt: null, leftAt: null, aliveAt },
    });
    pushState(draft, back, from);
    if (isRinging(back)) for (const { partyId } of back.ringing) pushReceived(draft, back, partyId);
  } else if (role === 'callee' && isRinging(call)) pushIncoming(draft, call, from.partyId);
  return OK;
}

/** A socket of a device has left. The device may have connected again before: an old socket changes nothing. */
function absent(draft: CallDraft, from: Device): Ack {
  const call = liveCallOf(draft, from.userId);
  const role = call && roleIn(call, from.userId);
  if (!call || !role) return OK;
  const side = call[role];
  if (side.socketId === from.socketId) put(draft, { ...call, [role]: { ...side, absentAt: draft.now } });
  else if (call.ringing.some(({ socketId }) => socketId === from.socketId))
    put(draft, { ...call, ringing: call.ringing.filter(({ socketId }) => socketId !== from.socketId) });
  return OK;
}

/** Ends the call of two users. One that was not yet answered ends with `no-answer`, which does not reveal a block. */
function separate(draft: CallDraft, { userId, otherId }: { userId: string; otherId: string }): Ack {
  const call = liveCallOf(draft, userId);
  if (!call || roleIn(call, otherId) === null) return OK;
  const over = endCall(draft, call, { reason: isActive(call) ? 'completed' : 'no-answer', by: 'server' });
  pushEnded(draft, over, 'caller');
  pushEnded(draft, over, 'callee');
  return OK;
}

/** Ends a call whose time is over: not answered, or one side has disappeared. Notices a call that rings nowhere. */
function checkTimers(draft: CallDraft, callId: string): Ack {
  const call = draft.calls[callId];
  const due = call && dueAt(call);
  if (!call || due === null || due === undefined || due > draft.now) return OK;
  if (isRinging(call) && draft.now < endsUnansweredAt(call)) {
    draft.unreached.push(put(draft, { ...call, isUnreached: true }));
    return OK;
  }
  const isUnanswered = isRinging(call) && draft.now >= call.createdAt + CALL_LIMITS.ringMs;
  if (!isUnanswered) {
    endLost(draft, call);
    return OK;
  }
  const over = endCall(draft, call, { reason: 'no-answer', by: 'server' });
  pushEnded(draft, over, 'caller');
  pushEnded(draft, over, 'callee');
  return OK;
}
