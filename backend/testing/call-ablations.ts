import * as fc from 'fast-check';
import { CALL_LIMITS } from '#shared/call-limits.ts';
import { applyCallCommand } from '../domains/calls/call-transitions.ts';
import { liveCallOf, type CallSnapshot, type LiveCall } from '../domains/calls/live-call.ts';
import type { CreateClient } from './call-device.ts';
import { ALL_RULES, CallModel, type ModelRules } from './call-model.ts';

type Apply = typeof applyCallCommand;

/** The most numbers of one run; each is one action. */
const ACTIONS_MAX = 40;
/** Runs of one seed of a search. Between two batches a worker reports to vitest, which waits a minute at most. */
const BATCH = 5_000;

function withCall(snapshot: CallSnapshot, call: LiveCall): CallSnapshot {
  return { ...snapshot, calls: { ...snapshot.calls, [call.id]: call } };
}

/** The second of two who call each other receives call-busy. */
const withoutGlare: Apply = (snapshot, command, now) => {
  if (command.kind !== 'invite') return applyCallCommand(snapshot, command, now);
  const ringing = liveCallOf(snapshot, command.from.userId);
  if (ringing?.caller.userId !== command.callee.userId) return applyCallCommand(snapshot, command, now);
  return { ack: { ok: false, code: 'CONFLICT' }, snapshot, pushes: [], records: [], qualities: [], unreached: [] };
};

/** An invitation that is repeated starts a call again. */
const inviteNotIdempotent: Apply = (snapshot, command, now) => {
  if (command.kind !== 'invite' || !snapshot.calls[command.callId]) return applyCallCommand(snapshot, command, now);
  const { [command.callId]: known, ...calls } = snapshot.calls;
  const users = Object.fromEntries(Object.entries(snapshot.users).filter(([, id]) => id !== known?.id));
  return applyCallCommand({ ...snapshot, calls, users }, { ...command, isIdUsed: false }, now);
};

/** Everyone can end every call. */
const endByAnyone: Apply = (snapshot, command, now) => {
  if (command.kind !== 'end' || command.callId === null) return applyCallCommand(snapshot, command, now);
  const caller = snapshot.calls[command.callId]?.caller;
  const from = caller?.partyId ? { ...command.from, userId: caller.userId, partyId: caller.partyId } : command.from;
  return applyCallCommand(snapshot, { ...command, from }, now);
};

const withoutElsewhere: Apply = (...args) => {
  const outcome = applyCallCommand(...args);
  return { ...outcome, pushes: outcome.pushes.filter(({ name }) => name !== 'call-elsewhere') };
};

/** An answer does not check whether another device has answered. */
const answerWithoutCheck: Apply = (snapshot, command, now) => {
  const call = command.kind === 'accept' && command.callId !== null ? snapshot.calls[command.callId] : undefined;
  if (!call || call.endedAt !== null) return applyCallCommand(snapshot, command, now);
  const callee = { ...call.callee, partyId: null, socketId: null };
  return applyCallCommand(withCall(snapshot, { ...call, answeredAt: null, callee }), command, now);
};

const withoutTakeUp: Apply = (snapshot, command, now) =>
  command.kind === 'take-up'
    ? { ack: { ok: true }, snapshot, pushes: [], records: [], qualities: [], unreached: [] }
    : applyCallCommand(snapshot, command, now);

/** The time in which the devices of a call that is taken up report is over at once. */
const takeUpWithoutTime: Apply = (snapshot, command, now) => {
  const outcome = applyCallCommand(snapshot, command, now);
  const call = command.kind === 'take-up' ? outcome.snapshot.calls[command.call.id] : undefined;
  if (!call || call.endedAt !== null) return outcome;
  const over = now - CALL_LIMITS.takeUpMs;
  const [caller, callee] = [call.caller, call.callee].map((side) => ({ ...side, absentAt: side.absentAt && over }));
  return { ...outcome, snapshot: withCall(outcome.snapshot, { ...call, caller, callee } as LiveCall) };
};

/** A device that claims to hear a silent one keeps it in the call. */
const heldForEver: Apply = (snapshot, command, now) => {
  const id = command.kind === 'time' ? command.callId : '';
  const call = snapshot.calls[id];
  const isHeld = [call?.caller, call?.callee].some((side) => side?.isReceiving && (side.aliveAt ?? 0) > now - 25_000);
  const isSilent = [call?.caller, call?.callee].some(
    (side) => side?.absentAt === null && (side.aliveAt ?? 0) < now - 25_000,
  );
  if (!isHeld || !isSilent) return applyCallCommand(snapshot, command, now);
  return { ack: { ok: true }, snapshot, pushes: [], records: [], qualities: [], unreached: [] };
};

/** The rules of calls, each left out once. */
export const CALL_ABLATIONS: Readonly<Record<string, Partial<ModelRules>>> = {
  'two who call each other are not joined': { apply: withoutGlare },
  'an invitation is not idempotent': { apply: inviteNotIdempotent },
  'no sync after a reconnect': { syncs: false },
  'everyone can end a call': { apply: endByAnyone },
  'no timers on the server': { hasTimers: false },
  'other devices are not notified of an answer': { apply: withoutElsewhere },
  'the server does not notice that a page has gone': { noticesAbsence: false },
  'a page that was loaded again does not come back': { comesBack: false },
  'an answer is not repeated': { acceptsAgain: false },
  'an answer is no compare and set': { apply: answerWithoutCheck },
  'calls are not taken up after a restart': { apply: withoutTakeUp },
  'devices have no time to report after a restart': { apply: takeUpWithoutTime },
  'a device holds the other one for ever': { apply: heldForEver },
};

/** What a check of the model has found; `error` contains the shortest run. */
export interface ModelReport {
  isFailed: boolean;
  runs: number;
  error: string | null;
}

/** Runs random interleavings, until one violates an invariant. */
export function checkCallModel({
  runs,
  seed,
  rules = {},
  createClient,
}: {
  runs: number;
  seed: number;
  rules?: Partial<ModelRules>;
  createClient?: CreateClient;
}): ModelReport {
  const actions = fc.array(fc.nat({ max: 2 ** 20 }), { minLength: 5, maxLength: ACTIONS_MAX, size: 'max' });
  const details = fc.check(
    fc.property(actions, (choices) => {
      const model = new CallModel({ ...ALL_RULES, ...rules }, createClient);
      for (const choice of choices) model.act(choice);
      model.settle();
    }),
    { numRuns: runs, seed },
  );
  const { failed, numRuns, errorInstance, counterexample } = details;
  const error = failed ? `${String(errorInstance)} after ${JSON.stringify(counterexample)}` : null;
  return { isFailed: failed, runs: numRuns, error };
}

/**
 * A search for a violation: the runs that every machine makes, and the time in which a fast one makes more. Each batch
 * has a seed of its own that follows from the first, so that a violation is found again.
 */
export interface ModelSearch {
  seed: number;
  runsMin: number;
  ms: number;
  createClient?: CreateClient;
}

/**
 * Runs random interleavings in batches. Returns the seed of the first batch with a violation and its report; null when
 * there was none.
 */
export async function findViolation({
  seed,
  runsMin,
  ms,
  ...options
}: ModelSearch): Promise<(ModelReport & { seed: number }) | null> {
  const endsAtMs = performance.now() + ms;
  for (let runs = 0; runs < runsMin || performance.now() < endsAtMs; runs += BATCH) {
    const batchSeed = seed + runs;
    const report = checkCallModel({ ...options, runs: BATCH, seed: batchSeed });
    if (report.isFailed) return { ...report, seed: batchSeed };
    await new Promise((resolve) => setImmediate(resolve));
  }
  return null;
}
