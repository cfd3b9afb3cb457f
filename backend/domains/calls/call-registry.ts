import { CALL_LIMITS } from '#shared/call-limits.ts';
import { DAY_MS, MINUTE_MS } from '#shared/time.ts';
import { newId } from '../../db/clock.ts';
import type { StoredCall } from './call-take-up.ts';
import type { CallStore, StoredChange, StoreWrite } from './call-store.ts';
import { applyCallCommand, type CallCommand } from './call-transitions.ts';
import { dueAt, type CallOutcome, type CallSnapshot, type LiveCall } from './live-call.ts';

/** How long a live call is stored after its last change, in milliseconds: both sides report more often than that. */
const LIVE_MS = 10 * MINUTE_MS;
/** How often a transition is repeated because another node has changed the same calls. */
const ATTEMPTS = 20;

const keys = {
  /** Exists once the calls of the history were taken up. */
  complete: 'calls-complete',
  takeUp: (attempt: string) => `calls-take-up:${attempt}`,
  call: (callId: string) => `call:${callId}`,
  user: (userId: string) => `call-of:${userId}`,
};

/** The store has lost its calls, or has never had any: they have to be taken up first. */
export class IncompleteRegistryError extends Error {
  constructor() {
    super('The registry of calls is empty');
  }
}

/**
 * The live calls of all nodes. Its methods reject while the store is unavailable, and with
 * {@link IncompleteRegistryError} until its calls are taken up: at the start of a single node, and after a Redis that
 * does not persist was started again. A command that finds the store empty has changed nothing.
 */
export interface CallRegistry {
  /** Takes up calls. Returns what follows; nothing from those that it knows. */
  takeUp(stored: readonly StoredCall[], now: number): Promise<CallOutcome[]>;
  /** Applies a command at once or not at all, also when several nodes change the same calls. */
  apply(command: CallCommand, now: number): Promise<CallOutcome>;
  /** Returns a call that is live or has ended a short time ago; null for an unknown one. */
  load(callId: string): Promise<LiveCall | null>;
  /** Returns the live call of a user; null without one. */
  loadOf(userId: string): Promise<LiveCall | null>;
  /** Returns those of the calls that are live. */
  loadLive(callIds: readonly string[]): Promise<LiveCall[]>;
  /** Returns calls whose timers are due; see {@link CallStore.claimDue}. */
  claimDue(now: number): Promise<string[]>;
}

/** Creates the registry on a store. */
export function createCallRegistry(store: CallStore): CallRegistry {
  async function read(names: readonly string[]): Promise<(string | null)[]> {
    const [complete, ...values] = await store.read([keys.complete, ...names]);
    if (!complete) throw new IncompleteRegistryError();
    return values;
  }
  async function load(callId: string): Promise<LiveCall | null> {
    const [value] = await read([keys.call(callId)]);
    return value ? (JSON.parse(value) as LiveCall) : null;
  }
  async function apply(command: CallCommand, now: number): Promise<CallOutcome> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const values = await readAll(store, command);
      if (command.kind !== 'take-up' && !values.get(keys.complete)) throw new IncompleteRegistryError();
      const outcome = applyCallCommand(toSnapshot(values), command, now);
      const write = listChanges(values, outcome.snapshot, command);
      if (write.changes.length + write.due.length === 0 || (await store.write(write, now))) return outcome;
    }
    throw new Error(`A call was changed by others ${ATTEMPTS} times`);
  }
  return {
    apply,
    async takeUp(stored, now) {
      const key = keys.takeUp(newId());
      const begun = { key, value: '1', ttlMs: MINUTE_MS };
      await store.write({ expected: new Map([[key, null]]), changes: [begun], due: [] }, now);
      const outcomes: CallOutcome[] = [];
      for (const call of stored) outcomes.push(await apply({ kind: 'take-up', call }, now));
      // Not if the store was emptied meanwhile, or another node has taken them up, too.
      const expected = new Map([[key, begun.value] as const, [keys.complete, null] as const]);
      await store.write({ expected, changes: [{ key: keys.complete, value: '1', ttlMs: DAY_MS }], due: [] }, now);
      return outcomes;
    },
    load,
    async loadOf(userId) {
      const [value] = await read([keys.user(userId)]);
      return value ? load(JSON.parse(value) as string) : null;
    },
    async loadLive(callIds) {
      const values = await read(callIds.map(keys.call));
      const live = values.flatMap((value) => (value ? (JSON.parse(value) as LiveCall) : []));
      return live.filter(({ endedAt }) => endedAt === null);
    },
    async claimDue(now) {
      await read([]);
      return store.claimDue(now);
    },
  };
}

/** Reads what a command names, and what that leads to, until nothing new follows. */
async function readAll(store: CallStore, command: CallCommand): Promise<Map<string, string | null>> {
  const values = new Map<string, string | null>();
  let wanted = keysOf(command);
  while (wanted.length > 0) {
    const read = await store.read(wanted);
    for (const [at, key] of wanted.entries()) values.set(key, read[at] ?? null);
    const next = wanted.flatMap((key) => linkedKeys(key, values.get(key) ?? null));
    wanted = [...new Set(next)].filter((key) => !values.has(key));
  }
  return values;
}

function keysOf(command: CallCommand): string[] {
  if (command.kind === 'take-up') {
    const { id, caller, callee, replaces } = command.call;
    const others = replaces === null ? [] : [keys.call(replaces)];
    return [keys.call(id), keys.user(caller.userId), keys.user(callee.userId), ...others];
  }
  return [keys.complete, ...keysOfCalls(command)];
}

function keysOfCalls(command: Exclude<CallCommand, { kind: 'take-up' }>): string[] {
  if (command.kind === 'time') return [keys.call(command.callId)];
  if (command.kind === 'separate') return [keys.user(command.userId)];
  const { userId } = command.from;
  if (command.kind === 'invite') {
    const { callee, callId } = command;
    return [keys.user(userId), keys.user(callee.userId), keys.call(callId)];
  }
  const callId = 'callId' in command ? command.callId : null;
  return [callId === null ? keys.user(userId) : keys.call(callId)];
}

/** Returns the keys of what a value refers to. */
function linkedKeys(key: string, value: string | null): string[] {
  if (value === null || key === keys.complete) return [];
  if (key.startsWith(keys.user(''))) return [keys.call(JSON.parse(value) as string)];
  const { caller, callee, endedAt, replacedBy } = JSON.parse(value) as LiveCall;
  if (endedAt !== null) return replacedBy === null ? [] : [keys.call(replacedBy)];
  return [keys.user(caller.userId), keys.user(callee.userId)];
}

function toSnapshot(values: ReadonlyMap<string, string | null>): CallSnapshot {
  const part = <Value>(prefix: string): Record<string, Value> =>
    Object.fromEntries(
      [...values].flatMap(([key, value]) =>
        value !== null && key.startsWith(prefix) ? [[key.slice(prefix.length), JSON.parse(value) as Value]] : [],
      ),
    );
  return { calls: part(keys.call('')), users: part(keys.user('')) };
}

/** Compares what was read with the new snapshot. */
function listChanges(
  expected: ReadonlyMap<string, string | null>,
  { calls, users }: CallSnapshot,
  command: CallCommand,
): StoreWrite {
  const changes: StoredChange[] = [];
  const due: { callId: string; at: number | null }[] = [];
  const write = (key: string, value: unknown, ttlMs: number): boolean => {
    const text = value === undefined ? null : JSON.stringify(value);
    const isChanged = text !== (expected.get(key) ?? null);
    if (isChanged) changes.push({ key, value: text, ttlMs });
    return isChanged;
  };
  const renewed = new Set<string>();
  for (const call of Object.values(calls)) {
    const isChanged = write(keys.call(call.id), call, call.endedAt === null ? LIVE_MS : CALL_LIMITS.endedMs);
    // A claimed call is due again even if nothing has changed.
    if (isChanged || command.kind === 'time') due.push({ callId: call.id, at: dueAt(call) });
    if (isChanged && call.endedAt === null) for (const { userId } of [call.caller, call.callee]) renewed.add(userId);
  }
  if (command.kind === 'time' && !calls[command.callId]) due.push({ callId: command.callId, at: null });
  for (const key of expected.keys()) {
    const userId = nameIn(key, keys.user(''));
    if (userId === null) continue;
    const id = users[userId];
    if (!write(key, id, LIVE_MS) && renewed.has(userId) && id !== undefined)
      changes.push({ key, value: JSON.stringify(id), ttlMs: LIVE_MS });
  }
  return { expected, changes, due };
}

function nameIn(key: string, prefix: string): string | null {
  return key.startsWith(prefix) ? key.slice(prefix.length) : null;
}
