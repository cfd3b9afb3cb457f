import type { Server } from 'socket.io';
import type { PushMap } from '#shared/realtime/index.ts';
import { createCoalescer } from './coalesce.ts';

/** How long pushes of bulk data wait for more of their kind, in milliseconds. Source: decision 31. */
export const BURST_MS = 250;

/** A push without the time, which the publisher adds. */
export type PushPayload<Name extends keyof PushMap> = Omit<PushMap[Name], 'at'>;

/** Rooms that hear a push, once each socket, and rooms that do not; with no room nobody hears it. */
export interface Audience {
  to: readonly string[];
  except?: readonly string[];
}

/** Sends a push down the live link. */
export type Publish = <Name extends keyof PushMap>(audience: Audience, name: Name, payload: PushPayload<Name>) => void;

/** The one function that sends pushes, and `cancel`, which forgets those that still wait. */
export interface Publisher {
  publish: Publish;
  cancel(): void;
}

/** Makes the publisher of a server; data-updated waits {@link BURST_MS} and is sent once a room and kind. */
export function createPublisher(io: Server): Publisher {
  const bursts = createCoalescer(BURST_MS);

  const send = (audience: Audience, name: string, payload: object): void => {
    // Without a room Socket.IO sends to everyone.
    if (audience.to.length === 0) return;
    io.to([...audience.to])
      .except([...(audience.except ?? [])])
      .emit(name, { ...payload, at: new Date().toISOString() });
  };

  const publish: Publish = (audience, name, payload) => {
    if (name !== 'data-updated') return send(audience, name, payload);
    const { type } = payload as PushPayload<'data-updated'>;
    for (const room of audience.to) {
      bursts.schedule(`${room} ${type}`, () => send({ ...audience, to: [room] }, name, payload));
    }
  };
  return { publish, cancel: bursts.cancel };
}
