import type { Logger } from 'pino';
import type { Pool } from 'pg';
import type { Ack } from '#shared/realtime/contract.ts';
import { databaseNowMs, newId } from '../../db/clock.ts';
import type { RelayUse } from '../../gateways/ice-servers.ts';
import { AppError } from '../../http/app-error.ts';
import { checkUnconfirmed, type RateLimits } from '../../http/rate-limits.ts';
import { findCallPair, isCallIdUsed, mustWaitToCall } from './call.access.ts';
import { IncompleteRegistryError, type CallRegistry } from './call-registry.ts';
import type { CallCommand } from './call-transitions.ts';
import { closeOpenCalls, createCallWriter, loadStoredCalls } from './calls.history.ts';
import {
  isRinging,
  pairKey,
  relayOf,
  roleIn,
  type CallOutcome,
  type CallPerson,
  type CallPush,
  type LiveCall,
} from './live-call.ts';
import type { Device } from '../../realtime/server.ts';

/** How often a node looks for calls whose timers are due, in milliseconds. */
const DUE_EVERY_MS = 250;
/** How often rows without an end are compared with the registry, in milliseconds. */
const CLOSE_EVERY_MS = 30_000;

/** Dependencies of the calls of one node. */
interface CallsDeps {
  registry: CallRegistry;
  pool: Pool;
  limits: RateLimits;
  log: Logger;
  /** Whether calls can be relayed. */
  hasRelay: boolean;
  /** Sends a push to the sockets of all nodes. */
  send: (push: CallPush) => void;
  /** Notifies the callee of a call that rings on no device. */
  onUnreached: (call: LiveCall) => void;
}

/** A member calls another one. */
interface Invitation {
  from: Device;
  calleeId: string;
  callId: string | null;
  callType: LiveCall['type'];
}

type CallParts = Pick<LiveCall, 'route'> & Record<'caller' | 'callee', CallPerson>;

/** The calls of one node: applies commands to the registry that all nodes share, and carries out what follows. */
export type Calls = ReturnType<typeof createCalls>;

/** Creates the calls of one node. */
export function createCalls({ registry, pool, limits, log, hasRelay, send, onUnreached }: CallsDeps) {
  const repeated: { stop: () => Promise<void> }[] = [];
  const history = createCallWriter(pool, log);

  function carryOut(outcome: CallOutcome): Ack {
    for (const push of outcome.pushes) send(push);
    for (const call of outcome.unreached) onUnreached(call);
    history.write(outcome);
    return outcome.ack;
  }

  const withCalls = createTakeUp({ registry, pool, limits, carryOut });
  const run = async (command: CallCommand): Promise<Ack> =>
    carryOut(await withCalls(() => registry.apply(command, databaseNowMs())));

  const find = (callId: string | null, userId: string) =>
    withCalls(() => (callId === null ? registry.loadOf(userId) : registry.load(callId)));

  const closeOpen = (): Promise<number> => withCalls(() => closeOpenCalls(pool, registry));
  const checkDue = async (): Promise<void> => {
    for (const callId of await withCalls(() => registry.claimDue(databaseNowMs()))) await run({ kind: 'time', callId });
  };

  return {
    /** Whether calls can be relayed. */
    hasRelay,
    run,
    /**
     * Starts a call. The same invitation again is not counted, and needs no right that has been checked before. Nor
     * does one of a member whom the callee calls at the moment: it answers.
     */
    async invite({ from, calleeId, callId, callType }: Invitation): Promise<Ack> {
      const known = callId === null ? null : await withCalls(() => registry.load(callId));
      if (known && known.caller.userId !== from.userId) return { ok: false, code: 'FORBIDDEN' };
      const start = async (parts: CallParts, isAnswerOnly = false): Promise<Ack> =>
        run({
          ...inviteWith(parts, callId),
          from,
          callType,
          isAnswerOnly,
          isIdUsed: !known && callId !== null && (await isCallIdUsed(pool, callId)),
        });
      if (known) return known.callee.userId === calleeId ? start(known) : { ok: false, code: 'FORBIDDEN' };
      const rings = await withCalls(() => registry.loadOf(from.userId));
      if (rings && isRinging(rings) && rings.caller.userId === calleeId) {
        const ack = await start({ caller: rings.callee, callee: rings.caller, route: rings.route }, true);
        // Otherwise it has ended meanwhile.
        if (ack.ok) return ack;
      }
      if (!(await mayRing({ pool, limits }, from.userId, calleeId))) return { ok: false, code: 'RATE_LIMITED' };
      const pair = await findCallPair(pool, { callerId: from.userId, calleeId, areEmailsSent: limits.areEmailsSent });
      if (pair?.caller.isUnconfirmed && !(await isCounted(() => countUnconfirmed(limits, from.userId))))
        return { ok: false, code: 'RATE_LIMITED' };
      if (pair?.mustRelay && !(hasRelay && relayOf(pair, 'caller').canRelay)) return { ok: false, code: 'NO_RELAY' };
      return pair ? start(pair) : { ok: false, code: 'FORBIDDEN' };
    },
    /** Returns a call for a signal: by its id, or the live one of the user. */
    find,
    /**
     * Returns how a user uses the relay in a live call of theirs, which can have the id of one that became part of it;
     * undefined for every other call.
     */
    async relayUseOf(callId: string | null, userId: string): Promise<RelayUse | undefined> {
      const named = await find(callId, userId);
      return relayUseIn(named?.replacedBy == null ? named : await find(named.replacedBy, userId), userId);
    },
    /** Ends the rows of calls that are no longer live. Returns how many. */
    closeOpen,
    start(): void {
      // At once as well: what this node left when it died. The registry knows an end for two minutes.
      repeated.push(repeat(checkDue, DUE_EVERY_MS, log), repeat(closeOpen, CLOSE_EVERY_MS, log));
    },
    /** Waits for what is being written. */
    async stop(): Promise<void> {
      await Promise.all(repeated.map(({ stop }) => stop()));
      await history.settle();
    },
  };
}

function relayUseIn(call: LiveCall | null | undefined, userId: string): RelayUse | undefined {
  const role = call?.endedAt === null ? roleIn(call, userId) : null;
  return call && role ? relayOf(call, role) : undefined;
}

type WithCalls = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Returns a function that reads or changes the registry; what that has lost with its memory is taken up first. */
function createTakeUp({
  registry,
  pool,
  limits,
  carryOut,
}: Pick<CallsDeps, 'registry' | 'pool' | 'limits'> & { carryOut: (outcome: CallOutcome) => unknown }): WithCalls {
  let running: Promise<void> | undefined;
  async function takeUp(): Promise<void> {
    const stored = await loadStoredCalls(pool, limits);
    for (const outcome of await registry.takeUp(stored, databaseNowMs())) carryOut(outcome);
  }
  return async (work) => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof IncompleteRegistryError)) throw error;
      running ??= takeUp().finally(() => (running = undefined));
      await running;
      return work();
    }
  };
}

/** The parts of an invitation that do not depend on its sender. */
function inviteWith({ caller, callee, route }: CallParts, callId: string | null) {
  return {
    kind: 'invite' as const,
    caller: personOf(caller),
    callee: personOf(callee),
    callId: callId ?? newId(),
    isIdNew: callId === null,
    route,
  };
}

/** Returns a side of another call as a person, without what that call knows of it. */
function personOf({ userId, name, photo, isUnconfirmed }: CallPerson): CallPerson {
  return { userId, name, photo, ...(isUnconfirmed && { isUnconfirmed }) };
}

/**
 * Carries work out now and again after an interval, but not while it runs; `stop` waits for it. The registry reports
 * its outage itself; another node, or a later run, continues.
 */
function repeat(work: () => Promise<unknown>, everyMs: number, log: Logger): { stop: () => Promise<void> } {
  let running: Promise<unknown> | undefined;
  const run = (): void => {
    running ??= work()
      .catch((error: unknown) => log.debug({ err: error }, 'calls could not be checked'))
      .finally(() => (running = undefined));
  };
  const timer = setInterval(run, everyMs).unref();
  run();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

/** Counts an invitation; false when there were too many, or the caller has to wait. */
async function mayRing(
  { pool, limits }: Pick<CallsDeps, 'pool' | 'limits'>,
  callerId: string,
  calleeId: string,
): Promise<boolean> {
  const isFree = await isCounted(async () => {
    await limits.consume('calls', callerId);
    await limits.consume('callsOfPair', pairKey(callerId, calleeId));
  });
  if (!isFree) return false;
  return !(await mustWaitToCall(pool, { callerId, calleeId, factor: limits.factor }));
}

/** A call is one of the few writes a day of a caller whose email address is not confirmed. */
const countUnconfirmed = (limits: RateLimits, id: string): Promise<void> =>
  checkUnconfirmed(limits, { id, isEmailVerified: false }, 'counted');

/** Counts an invitation; false when there were too many. */
async function isCounted(count: () => Promise<unknown>): Promise<boolean> {
  try {
    await count();
    return true;
  } catch (error) {
    if (error instanceof AppError && (error.code === 'RATE_LIMITED' || error.code === 'NOT_ALLOWED')) return false;
    throw error;
  }
}
