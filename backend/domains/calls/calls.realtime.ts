import type { Logger } from 'pino';
import * as z from 'zod/mini';
import { CALL_LIMITS } from '#shared/call-limits.ts';
import { callIntentSchemas } from '#shared/realtime/calls.schema.ts';
import type { CallIntents } from '#shared/realtime/calls.ts';
import type { Ack } from '#shared/realtime/contract.ts';
import type { IceServers } from '../../gateways/ice-servers.ts';
import {
  defineIntent,
  type IntentContext,
  type IntentDefinition,
  type IntentDefinitions,
} from '../../realtime/intents.ts';
import type { Publish } from '../../realtime/publish.ts';
import { rooms } from '../../realtime/rooms.ts';
import { limitSignal, routeSignal } from './call-signals.ts';
import type { CallCommand, CallReference } from './call-transitions.ts';
import type { Calls } from './calls.service.ts';
import { idsOf, type CallPush, type PushTarget } from './live-call.ts';
import type { Device } from '../../realtime/server.ts';

/** Makes the function that sends the pushes of calls, an invitation with the servers for its call. */
export function createCallSender(publish: Publish, iceServers: IceServers): (push: CallPush) => void {
  return ({ to, name, payload, relay }) =>
    publish(audienceOf(to), name, relay ? { ...payload, iceServers: iceServers.list(relay) } : payload);
}

function audienceOf({ userId, partyId, exceptPartyId }: PushTarget) {
  return {
    to: [partyId === undefined ? rooms.call(userId) : rooms.party(userId, partyId)],
    ...(exceptPartyId !== undefined && { except: [rooms.party(userId, exceptPartyId)] }),
  };
}

interface CallLinkDeps {
  calls: Calls;
  iceServers: IceServers;
  publish: Publish;
  log: Logger;
}

/** What the live link needs of calls. */
interface CallLink {
  intents: IntentDefinitions;
  devices: { arrive: (device: Device) => void; leave: (device: Device) => void };
  /** Waits for what is running. */
  settle(): Promise<void>;
}

/**
 * Connects calls to the live link. What one socket sends is processed in its order, since a call that is cancelled at
 * once must not be started after its end. While the registry is unavailable, intents are acknowledged with
 * UNAVAILABLE.
 */
export function createCallLink({ calls, iceServers, publish, log }: CallLinkDeps): CallLink {
  const queues = new Map<string, Promise<unknown>>();

  function inOrder<Result>(socketId: string, work: () => Promise<Result>): Promise<Result> {
    const result = (queues.get(socketId) ?? Promise.resolve()).then(work);
    const tail: Promise<void> = result.then(ignore, ignore).then(() => {
      if (queues.get(socketId) === tail) queues.delete(socketId);
    });
    queues.set(socketId, tail);
    return result;
  }
  function acknowledge({ from }: { from: Device }, work: () => Promise<Ack>): Promise<Ack> {
    return inOrder(from.socketId, work).catch((error: unknown) => {
      log.info({ err: error, userId: from.userId }, 'an intent of a call failed');
      return { ok: false, code: 'UNAVAILABLE' };
    });
  }
  const connected =
    (kind: 'present' | 'absent') =>
    (from: Device): void => {
      inOrder(from.socketId, () => calls.run({ kind, from })).catch((error: unknown) =>
        log.debug({ err: error, userId: from.userId }, 'a device of a call could not be reported'),
      );
    };
  return {
    intents: defineCallIntents({ calls, iceServers, publish, acknowledge }),
    devices: { arrive: connected('present'), leave: connected('absent') },
    settle: async () => void (await Promise.all(queues.values())),
  };
}

interface IntentDeps extends Omit<CallLinkDeps, 'log'> {
  acknowledge: (reference: { from: Device }, work: () => Promise<Ack>) => Promise<Ack>;
}

function ignore(): void {
  // Its sender handles the failure.
}

const FORBIDDEN: Ack = { ok: false, code: 'FORBIDDEN' };

function defineCallIntents(deps: IntentDeps): IntentDefinitions {
  const { calls, publish, acknowledge } = deps;
  /** An intent that is one command about a call of the sender. */
  function defineCommand<Name extends keyof CallIntents>(
    name: Name,
    toCommand: (input: CallIntents[Name], reference: CallReference) => CallCommand,
  ): IntentDefinition {
    return defineIntent(callIntentSchemas[name] as unknown as z.core.$ZodType<CallIntents[Name]>, (input, context) => {
      const reference = toReference(input, context);
      return reference ? acknowledge(reference, () => calls.run(toCommand(input, reference))) : FORBIDDEN;
    });
  }
  const signal = defineIntent(callIntentSchemas['call-signal'], (input, context) => {
    const reference = toReference(input, context);
    if (!reference) return FORBIDDEN;
    return acknowledge(reference, async () => {
      const call = await calls.find(reference.callId, reference.from.userId);
      const route = routeSignal(call, { ...reference, partyId: input.partyId });
      if ('code' in route || !call) return { ok: false, code: 'code' in route ? route.code : 'NOT_FOUND' };
      const signal = limitSignal(call, input.signal, calls.hasRelay);
      if (signal) {
        const payload = { ...idsOf(call), signal, partyId: reference.from.partyId };
        publish(audienceOf(route.to), 'call-signal', payload);
      }
      return { ok: true };
    });
  });
  return {
    'incoming-call': defineInvitation(deps),
    'incoming-call-received': defineCommand('incoming-call-received', (_input, call) => ({
      kind: 'received',
      ...call,
    })),
    'call-accepted': defineCommand('call-accepted', (_input, call) => ({ kind: 'accept', ...call })),
    'call-rejected': defineCommand('call-rejected', ({ reason = 'declined' }, call) => ({
      kind: 'reject',
      reason,
      ...call,
    })),
    'call-busy': defineCommand('call-busy', (_input, call) => ({ kind: 'busy', ...call })),
    'call-ended': defineCommand('call-ended', ({ reason, quality }, call) => ({
      kind: 'end',
      reason,
      quality,
      ...call,
    })),
    'call-alive': defineCommand('call-alive', ({ isReceiving }, call) => ({ kind: 'alive', isReceiving, ...call })),
    'call-away': defineCommand('call-away', (_input, call) => ({ kind: 'away', ...call })),
    'call-sync': defineCommand('call-sync', (_input, call) => ({ kind: 'sync', ...call })),
    'call-signal': { ...signal, parse: (args) => (isTooLarge(args) ? undefined : signal.parse(args)) },
  };
}

/** The acknowledgement contains the servers for the call: the connection is made while it rings. */
function defineInvitation({ calls, iceServers, acknowledge }: Omit<IntentDeps, 'publish'>): IntentDefinition {
  return defineIntent(callIntentSchemas['incoming-call'], ({ calleeId, callId = null, callType }, context) => {
    const from = deviceOf(context);
    return acknowledge({ from }, async () => {
      const ack = await calls.invite({ from, calleeId, callId, callType });
      const use = ack.ok ? await calls.relayUseOf(callId, from.userId) : undefined;
      return ack.ok && use ? { ...ack, iceServers: iceServers.list(use) } : ack;
    });
  });
}

function deviceOf({ identity, partyId, socketId }: IntentContext): Device {
  return { userId: identity.id, partyId, socketId };
}

/** Returns the call that a sender names; null when it is not the sender's. The names that it sends are never read. */
function toReference(
  { callId: given, callerId, calleeId }: { callId?: string | undefined; callerId?: string; calleeId?: string },
  context: IntentContext,
): CallReference | null {
  const [from, callId] = [deviceOf(context), given ?? null];
  if (callerId === undefined || calleeId === undefined) return { from, callId };
  if (callerId === calleeId) return null;
  if (callerId === from.userId) return { from, callId, peerId: calleeId, role: 'caller' };
  return calleeId === from.userId ? { from, callId, peerId: callerId, role: 'callee' } : null;
}

function isTooLarge(args: readonly unknown[]): boolean {
  return Buffer.byteLength(JSON.stringify(args)) > CALL_LIMITS.signalMaxBytes;
}
