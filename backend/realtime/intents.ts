import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { SOCKET_LIMITS } from '#shared/limits.ts';
import type { Ack } from '#shared/realtime/contract.ts';
import type { IntentMap } from '#shared/realtime/index.ts';
import { LATER_INTENTS } from '#shared/realtime/later.ts';
import { isHostile } from '../http/body.ts';
import type { Identity } from '../http/identity.ts';
import { createTokenBucket } from './token-bucket.ts';

/** The rooms one socket is in; nothing joins once the socket is gone. */
export interface JoinedRooms {
  has(room: string): boolean;
  size(): number;
  join(room: string): void;
  leave(room: string): void;
}

/** Who sends an intent. `strike` counts a breach that no honest client commits. */
export interface IntentContext {
  identity: Identity;
  /** Names the socket among those of this node. */
  socketId: string;
  joined: JoinedRooms;
  strike: () => void;
}

/** How one intent is read and answered. */
export interface IntentDefinition {
  /** Answers what `run` is to get, or undefined for arguments that do not fit. */
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

/** An intent whose noun is not there yet. */
const laterIntent: IntentDefinition = {
  parse([subject, ...rest]) {
    const isPlain = typeof subject === 'object' && subject !== null && !Array.isArray(subject);
    return isPlain && rest.length === 0 ? { input: null } : undefined;
  },
  run: () => ({ ok: false, code: 'NOT_AVAILABLE' }),
};

/** One strike is forgiven in this time, so that a newer client on an older server is not thrown out for its age. */
const STRIKE_FORGIVEN_MS = 60_000;

/** One socket as the receiver sees it. `cut` ends it; `isOpen` turns false when it has ended. */
export interface Party {
  identity: Identity;
  socketId: string;
  joined: JoinedRooms;
  isOpen: () => boolean;
  cut: () => void;
}

/** What receives intents needs: the definitions, a monotonic clock and the log. */
export interface ReceiverSettings {
  intents: IntentDefinitions;
  nowMs: () => number;
  log: Logger;
}

/**
 * Makes the one function that receives everything clients send. Each event is counted, named, bounded in depth, parsed,
 * run and acknowledged, in this order; nothing of it is ever sent on. It never throws.
 */
export function createIntentReceiver({
  intents,
  nowMs,
  log,
}: ReceiverSettings): (party: Party) => (event: unknown[]) => void {
  const known = new Map<unknown, IntentDefinition>(LATER_INTENTS.map((name) => [name, laterIntent]));
  for (const [name, definition] of Object.entries(intents)) known.set(name, definition);

  return function attend(party) {
    const rate = createTokenBucket({
      perSecond: SOCKET_LIMITS.intentsPerSecond,
      burst: SOCKET_LIMITS.intentsBurst,
      nowMs,
    });
    const spare = createTokenBucket({ perSecond: 1000 / STRIKE_FORGIVEN_MS, burst: SOCKET_LIMITS.strikes - 1, nowMs });
    const strike = (): void => {
      if (spare.take() || !party.isOpen()) return;
      log.warn(
        { userId: party.identity.id, sessionId: party.identity.sessionId },
        'live link cut after too many strikes',
      );
      party.cut();
    };
    const context: IntentContext = { identity: party.identity, socketId: party.socketId, joined: party.joined, strike };

    async function answer(name: unknown, args: readonly unknown[]): Promise<Ack> {
      if (!rate.take()) return struck(strike, 'RATE_LIMITED');
      const definition = typeof name === 'string' ? known.get(name) : undefined;
      if (!definition || args.some((arg) => isHostile(arg, SOCKET_LIMITS.depthMax))) return struck(strike, 'INVALID');
      const parsed = definition.parse(args);
      return parsed ? definition.run(parsed.input, context) : struck(strike, 'INVALID');
    }

    return function receive(event) {
      if (!party.isOpen()) return;
      const { name, args, acknowledge } = readEvent(event);
      answer(name, args)
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
  // Socket.IO appends the acknowledgement; JSON holds no functions, so nothing a client sends can stand in for it.
  if (typeof last !== 'function') return { name: event[0], args: event.slice(1), acknowledge: () => undefined };
  return { name: event[0], args: event.slice(1, -1), acknowledge: (ack) => last(ack) };
}
