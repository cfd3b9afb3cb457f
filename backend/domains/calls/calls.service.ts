import type { Logger } from 'pino';
import type { Pool } from 'pg';
import type { Ack } from '#shared/realtime/contract.ts';
import { databaseNowMs, newId } from '../../db/clock.ts';
import { AppError } from '../../http/app-error.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { findCallPair, isCallIdUsed } from './call.access.ts';
import type { CallRegistry } from './call-registry.ts';
import type { CallCommand } from './call-transitions.ts';
import { closeOpenCalls, createCallWriter } from './calls.history.ts';
import { isRinging, pairKey, relayOf, type CallPerson, type CallPush, type LiveCall } from './live-call.ts';
import type { Device } from '../../realtime/server.ts';

/** How often a node looks for calls whose timers are due, in milliseconds. */
const DUE_EVERY_MS = 250;
/** How often rows without an end are compared with the registry, in milliseconds. */
const CLOSE_EVERY_MS = 60_000;

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
  const timers: NodeJS.Timeout[] = [];
  const history = createCallWriter(pool, log);
  let isChecking = false;

  async function run(command: CallCommand): Promise<Ack> {
    const outcome = await registry.apply(command, databaseNowMs());
    for (const push of outcome.pushes) send(push);
    for (const call of outcome.unreached) onUnreached(call);
    history.write(outcome);
    return outcome.ack;
  }

  async function checkDue(): Promise<void> {
    if (isChecking) return;
    isChecking = true;
    try {
      for (const callId of await registry.claimDue(databaseNowMs())) await run({ kind: 'time', callId });
    } catch (error) {
      // The registry reports its outage itself; another node, or a later check, continues.
      log.debug({ err: error }, 'the timers of calls could not be checked');
    } finally {
      isChecking = false;
    }
  }

  return {
    /** Whether calls can be relayed. */
    hasRelay,
    run,
    /**
     * Starts a call. The same invitation again is not counted, and needs no right that has been checked before. Nor
     * does one of a member whom the callee calls at the moment: it answers.
     */
    async invite({ from, calleeId, callId, callType }: Invitation): Promise<Ack> {
      const known = callId === null ? null : await registry.load(callId);
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
      const rings = await registry.loadOf(from.userId);
      if (rings && isRinging(rings) && rings.caller.userId === calleeId) {
        const ack = await start({ caller: rings.callee, callee: rings.caller, route: rings.route }, true);
        // Otherwise it has ended meanwhile.
        if (ack.ok) return ack;
      }
      if (!(await isCounted(limits, from.userId, calleeId))) return { ok: false, code: 'RATE_LIMITED' };
      const pair = await findCallPair(pool, from.userId, calleeId);
      if (pair?.mustRelay && !(hasRelay && relayOf(pair, 'caller').canRelay)) return { ok: false, code: 'NO_RELAY' };
      return pair ? start(pair) : { ok: false, code: 'FORBIDDEN' };
    },
    /** Returns a call for a signal: by its id, or the live one of the user. */
    find: (callId: string | null, userId: string) =>
      callId === null ? registry.loadOf(userId) : registry.load(callId),
    /** Ends the rows of calls that are no longer live. Returns how many. */
    closeOpen: () => closeOpenCalls(pool, registry),
    start(): void {
      const close = (): void => closeLater({ registry, pool, log });
      timers.push(setInterval(() => void checkDue(), DUE_EVERY_MS).unref(), setInterval(close, CLOSE_EVERY_MS).unref());
    },
    /** Waits for what is being written. */
    async stop(): Promise<void> {
      for (const timer of timers) clearInterval(timer);
      await history.settle();
    },
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

function closeLater({ registry, pool, log }: Pick<CallsDeps, 'registry' | 'pool' | 'log'>): void {
  closeOpenCalls(pool, registry).catch((error: unknown) =>
    log.info({ err: error }, 'calls without an end could not be closed'),
  );
}

/** Counts an invitation of the caller and of the pair; false when there were too many. */
async function isCounted(limits: RateLimits, callerId: string, calleeId: string): Promise<boolean> {
  try {
    await limits.consume('calls', callerId);
    await limits.consume('callsOfPair', pairKey(callerId, calleeId));
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'RATE_LIMITED') return false;
    throw error;
  }
}
