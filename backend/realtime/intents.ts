import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { CALL_LIMITS } from '#shared/call-limits.ts';
import { SOCKET_LIMITS } from '#shared/limits.ts';
import type { Ack } from '#shared/realtime/contract.ts';
import type { IntentMap } from '#shared/realtime/index.ts';
import { recordIntentSchema } from '#shared/realtime/session.schema.ts';
import { isHostile } from '../http/body.ts';
import type { Identity } from '../http/identity.ts';
import { createTokenBucket } from './token-bucket.ts';

/** The rooms of one socket beside its own ones; a closed socket joins none. */
export interface JoinedRooms {
  has(room: string): boolean;
  size(): number;
  join(room: string): void;
  leave(room: string): void;
}

/** The sender of an intent. `strike` counts a violation that a correct client never commits. */
export interface IntentContext {
  identity: Identity;
  socketId: string;
  /** Identifies the page, also after a reconnect. */
  partyId: string;
  joined: JoinedRooms;
  strike: () => void;
}

/** How one intent is parsed and run. */
export interface IntentDefinition {
  /** Returns the input of `run`, or undefined for invalid arguments. */
  parse(args: readonly unknown[]): { input: unknown } | undefined;
  run(input: unknown, context: IntentContext): Promise<Ack> | Ack;
}

/** Definitions by name; only names of the contract can be defined. */
export type IntentDefinitions = { [Name in keyof IntentMap]?: IntentDefinition };

/** Defines an intent with one argument of the given schema. */
export function defineIntent<Input>(
  schema: z.core.$ZodType<Input>,
  run: (input: Input, context: IntentContext) => Promise<Ack> | Ack,
): IntentDefinition {
  return {
    parse(args) {
      const parsed = args.length === 1 ? z.safeParse(schema, args[0]) : undefined;
      return parsed?.success ? { input: parsed.data } : undefined;
    },
    run: (input, context) => run(input as Input, context),
  };
}

/** Returns for each intent whether a user may send it about a record. */
export type OwnershipRules = {
  [Name in keyof IntentMap]?: (id: string, userId: string) => Promise<boolean> | boolean;
};

/**
 * Defines the intents that report a user's own write, such as post-create. The write has been published already, so the
 * owner gets ok and nothing else happens; everyone else gets NOT_FOUND, whether or not the record exists.
 */
export function ownershipIntents(rules: OwnershipRules): IntentDefinitions {
  return Object.fromEntries(
    Object.entries(rules).map(([name, isOwner]) => [
      name,
      defineIntent(recordIntentSchema, async ({ id }, { identity }) =>
        (await isOwner(id, identity.id)) ? { ok: true } : { ok: false, code: 'NOT_FOUND' },
      ),
    ]),
  );
}

/** How often one strike is forgiven, so that an older server does not disconnect a newer client. */
const STRIKE_FORGIVEN_MS = 60_000;

/** One socket as the receiver sees it. `cut` disconnects it; `isOpen` returns false once it has ended. */
export interface Party {
  identity: Identity;
  socketId: string;
  partyId: string;
  joined: JoinedRooms;
  isOpen: () => boolean;
  cut: () => void;
}

/** Dependencies of the receiver; `nowMs` is a monotonic clock. */
interface ReceiverSettings {
  intents: IntentDefinitions;
  nowMs: () => number;
  log: Logger;
}

/**
 * Creates the only function that receives events of clients. It limits the rate, looks up the intent, limits the depth,
 * parses, runs and acknowledges, in this order. It never forwards a payload and never throws.
 */
export function createIntentReceiver({
  intents,
  nowMs,
  log,
}: ReceiverSettings): (party: Party) => (event: unknown[]) => void {
  const known = new Map<unknown, IntentDefinition>(Object.entries(intents));

  return function handle(party) {
    const { intentsPerSecond, intentsBurst } = SOCKET_LIMITS;
    const rate = createTokenBucket({ perSecond: intentsPerSecond, burst: intentsBurst, nowMs });
    const { signalsPerSecond, signalsBurst } = CALL_LIMITS;
    const signalRate = createTokenBucket({ perSecond: signalsPerSecond, burst: signalsBurst, nowMs });
    const spare = createTokenBucket({ perSecond: 1000 / STRIKE_FORGIVEN_MS, burst: SOCKET_LIMITS.strikes - 1, nowMs });
    const strike = (): void => {
      if (spare.take() || !party.isOpen()) return;
      log.warn(
        { userId: party.identity.id, sessionId: party.identity.sessionId },
        'live link disconnected after too many strikes',
      );
      party.cut();
    };
    const { identity, socketId, partyId, joined } = party;
    const context: IntentContext = { identity, socketId, partyId, joined, strike };

    async function respond(name: unknown, args: readonly unknown[]): Promise<Ack> {
      if (!(name === 'call-signal' ? signalRate : rate).take()) return struck(strike, 'RATE_LIMITED');
      const definition = typeof name === 'string' ? known.get(name) : undefined;
      if (!definition || args.some((arg) => isHostile(arg, SOCKET_LIMITS.depthMax))) return struck(strike, 'INVALID');
      const parsed = definition.parse(args);
      return parsed ? definition.run(parsed.input, context) : struck(strike, 'INVALID');
    }

    return function receive(event) {
      if (!party.isOpen()) return;
      const { name, args, acknowledge } = readEvent(event);
      respond(name, args)
        .catch((error: unknown): Ack => {
          log.error({ err: error, intent: String(name).slice(0, 40), userId: party.identity.id }, 'intent failed');
          return { ok: false, code: 'UNAVAILABLE' };
        })
        .then(acknowledge)
        .catch((error: unknown) => log.error({ err: error }, 'intent could not be acknowledged'));
    };
  };
}

function struck(strike: () => void, code: 'INVALID' | 'RATE_LIMITED'): Ack {
  strike();
  return { ok: false, code };
}

function readEvent(event: readonly unknown[]): {
  name: unknown;
  args: readonly unknown[];
  acknowledge: (ack: Ack) => void;
} {
  const last = event.at(-1);
  // Socket.IO appends the acknowledgement; JSON holds no functions, so a client cannot forge it.
  if (typeof last !== 'function') return { name: event[0], args: event.slice(1), acknowledge: () => undefined };
  return { name: event[0], args: event.slice(1, -1), acknowledge: (ack) => last(ack) };
}
