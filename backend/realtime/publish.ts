import type { Server } from 'socket.io';
import type { Logger } from 'pino';
import type { Pool } from 'pg';
import { SOCKET_LIMITS } from '#shared/limits.ts';
import type { PushMap } from '#shared/realtime/index.ts';
import { databaseNow } from '../db/clock.ts';
import type { DomainEvents } from '../domain-events.ts';
import { createCoalescer } from './coalesce.ts';

/** How long bulk pushes of one kind are collected into one, in milliseconds. */
export const BURST_MS = 250;

/** The most rooms of one emit, which a message between nodes contains. */
const ROOMS_PER_EMIT = 500;

/** A push without the time, which the publisher adds. */
type PushPayload<Name extends keyof PushMap> = WithoutTime<PushMap[Name]>;
type WithoutTime<Payload> = Payload extends unknown ? Omit<Payload, 'at'> : never;

/**
 * Rooms that receive a push, and rooms that do not; without a room no one receives it. A socket in several rooms
 * receives it once, as long as there are at most {@link ROOMS_PER_EMIT}.
 */
export interface Audience {
  to: readonly string[];
  except?: readonly string[];
}

/** Sends a push to the sockets of an audience. */
export type Publish = <Name extends keyof PushMap>(audience: Audience, name: Name, payload: PushPayload<Name>) => void;

/** Dependencies of a noun that publishes its domain events as pushes. */
export interface PublishContext {
  events: Pick<DomainEvents, 'on'>;
  publish: Publish;
  pool: Pool;
  log: Logger;
}

/** A push to fewer members makes too few requests to be spread. */
const SPREAD_FROM = 100;

/** Returns the `withinMs` of a push to that many members: how long they spread the requests that follow. */
export function spreadOver(receivers: number): { withinMs?: number } {
  if (receivers < SPREAD_FROM) return {};
  return { withinMs: Math.min(Math.ceil(receivers * SOCKET_LIMITS.spreadPerReceiverMs), SOCKET_LIMITS.spreadMaxMs) };
}

/**
 * Creates the only functions that send pushes: `publish` to the sockets of all nodes, `publishLocally` to those of this
 * node, for what every node publishes itself. Each sends data-updated once per room and kind within {@link BURST_MS};
 * `flush` sends the scheduled ones now.
 */
export function createPublisher(io: Server) {
  const [everywhere, here] = [createSender(() => io), createSender(() => io.local)];
  return {
    publish: everywhere.publish,
    publishLocally: here.publish,
    flush(): void {
      void everywhere.flush();
      void here.flush();
    },
  };
}

function createSender(target: () => Pick<Server, 'to'>): { publish: Publish; flush: () => Promise<void> } {
  const bursts = createCoalescer(BURST_MS);

  const send = (audience: Audience, name: string, payload: object): void => {
    const push = { ...payload, at: databaseNow().toISOString() };
    const except = [...(audience.except ?? [])];
    // Without a room Socket.IO sends to everyone.
    for (let at = 0; at < audience.to.length; at += ROOMS_PER_EMIT) {
      target()
        .to(audience.to.slice(at, at + ROOMS_PER_EMIT))
        .except(except)
        .emit(name, push);
    }
  };

  const publish: Publish = (audience, name, payload) => {
    if (name !== 'data-updated') return send(audience, name, payload);
    const { type } = payload as PushPayload<'data-updated'>;
    for (const room of audience.to) {
      bursts.schedule(`${room} ${type}`, () => send({ ...audience, to: [room] }, name, payload));
    }
  };
  return { publish, flush: bursts.flush };
}
