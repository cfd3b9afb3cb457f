import type { Pool } from 'pg';
import { SOCKET_LIMITS } from '#shared/limits.ts';
import { createCoalescer } from '../../realtime/coalesce.ts';
import type { OwnershipRules } from '../../realtime/intents.ts';
import { type Audience, BURST_MS, type PublishContext } from '../../realtime/publish.ts';
import { rooms } from '../../realtime/rooms.ts';
import { createThrottle } from '../../realtime/throttle.ts';
import { listBlockedEitherWay, listConnectedIds } from '../visibility/visibility.access.ts';
import { listReaders } from '../audiences/audience.access.ts';
import { listAnsweredIds, loadEventCounters, loadEventRow, loadPublicEventView } from './event.view.ts';

/**
 * Pushes events to the members who have them on screen or are part of them, but not across a block with the host. A
 * changed event is delayed by {@link BURST_MS} and contains the newest state. The numbers of answers are pushed alone;
 * the member whose own answer or seat has changed receives them immediately. The returned function sends the pending
 * pushes now.
 */
export function publishEvents({ events, publish, pool, log }: PublishContext): () => Promise<void> {
  const edits = createCoalescer(BURST_MS);
  const counts = createThrottle(SOCKET_LIMITS.countersEveryMs);
  const warn = (error: unknown): void => log.warn({ err: error }, 'a changed event could not be published');

  events.on('event-created', ({ eventId }) => push('event-created', eventId, listConnectedIds));
  events.on('event-updated', ({ eventId }) =>
    edits.schedule(eventId, () =>
      push('event-updated', eventId, (reader) => listAnsweredIds(reader, eventId)).catch(warn),
    ),
  );
  for (const name of ['event-answered', 'event-promoted', 'event-hold-ended'] as const) {
    events.on(name, async ({ eventId, userId }) => {
      const [changed] = await loadEventCounters(pool, [eventId]);
      if (!changed) return;
      const { hidden, counters, ...audience } = changed;
      const readers = await listReaders(pool, audience);
      if (!hidden.includes(userId) && (readers?.includes(userId) ?? true))
        publish({ to: [rooms.user(userId)] }, 'event-updated', { ...counters, isYours: true });
      counts.run(
        eventId,
        () => publish(receivers(eventId, { hidden, readers }), 'event-updated', counters),
        () => pushCounters(eventId).catch(warn),
      );
    });
  }

  /**
   * Pushes the view also to the host's devices and the members that `listParties` returns for the host; if it has an
   * audience, to its members alone.
   */
  async function push(
    name: 'event-created' | 'event-updated',
    eventId: string,
    listParties: (reader: Pool, hostId: string) => Promise<string[]>,
  ): Promise<void> {
    const event = await loadPublicEventView(pool, eventId);
    if (!event) return;
    const { userId, audience } = event;
    const [hidden, parties, readers] = await Promise.all([
      listBlockedEitherWay(pool, userId),
      listParties(pool, userId),
      listReaders(pool, { userId, audience: audience.type, audienceId: audience.id }),
    ]);
    const theirs = readers === null ? [userId, ...parties].map(rooms.user) : [];
    publish({ to: theirs, except: [...hidden.map(rooms.user), rooms.creators] }, name, event);
    const { to, except = [] } = receivers(eventId, { hidden, readers });
    publish({ to, except: [...except, ...theirs] }, name, event);
  }

  async function pushCounters(eventId: string): Promise<void> {
    for (const { hidden, counters, ...audience } of await loadEventCounters(pool, [eventId])) {
      const readers = await listReaders(pool, audience);
      publish(receivers(eventId, { hidden, readers }), 'event-updated', counters);
    }
  }
  return async () => {
    await Promise.all([edits.flush(), counts.flush()]);
  };
}

/** The members who have an event on screen; of one with an audience the members who can see it now. */
function receivers(
  eventId: string,
  { hidden, readers }: { hidden: readonly string[]; readers: readonly string[] | null },
): Audience {
  const to = readers?.map(rooms.user) ?? [rooms.events, rooms.event(eventId)];
  return { to, except: hidden.map(rooms.user) };
}

/** Intents that only the host of an event may send. */
export function eventOwnership(pool: Pool): OwnershipRules {
  const isHost = async (id: string, userId: string): Promise<boolean> =>
    (await loadEventRow(pool, id, userId))?.user_id === userId;
  return { 'event-create': isHost, 'event-update': isHost };
}
