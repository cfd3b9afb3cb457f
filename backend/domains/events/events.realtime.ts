import type { Pool } from 'pg';
import { createCoalescer } from '../../realtime/coalesce.ts';
import type { OwnershipRules } from '../../realtime/intents.ts';
import { BURST_MS, type PublishContext } from '../../realtime/publish.ts';
import { rooms } from '../../realtime/rooms.ts';
import { listBlockedEitherWay } from '../visibility/visibility.access.ts';
import { loadEventRow, loadPublicEventView } from './event.view.ts';

/**
 * Pushes events to the members who may see them. Answers arrive in bursts, so event-updated is delayed by
 * {@link BURST_MS} per event and contains the newest state; the member whose own answer or seat has changed receives it
 * immediately. The returned function cancels pending pushes.
 */
export function publishEvents({ events, publish, pool, log }: PublishContext): () => void {
  const bursts = createCoalescer(BURST_MS);

  const load = async (eventId: string) => {
    const event = await loadPublicEventView(pool, eventId);
    return event && { event, hidden: await listBlockedEitherWay(pool, event.userId) };
  };
  const push = async (name: 'event-created' | 'event-updated', eventId: string): Promise<void> => {
    const loaded = await load(eventId);
    if (loaded) publish({ to: [rooms.members], except: loaded.hidden.map(rooms.user) }, name, loaded.event);
  };
  const pushSoon = (eventId: string): void =>
    bursts.schedule(eventId, () => {
      push('event-updated', eventId).catch((error: unknown) =>
        log.warn({ err: error }, 'a changed event could not be published'),
      );
    });

  events.on('event-created', ({ eventId }) => push('event-created', eventId));
  events.on('event-updated', ({ eventId }) => pushSoon(eventId));
  for (const name of ['event-answered', 'event-promoted', 'event-hold-ended'] as const) {
    events.on(name, async ({ eventId, userId }) => {
      pushSoon(eventId);
      const loaded = await load(eventId);
      if (loaded && !loaded.hidden.includes(userId))
        publish({ to: [rooms.user(userId)] }, 'event-updated', { ...loaded.event, isYours: true });
    });
  }
  return bursts.cancel;
}

/** Intents that only the host of an event may send. */
export function eventOwnership(pool: Pool): OwnershipRules {
  const isHost = async (id: string, userId: string): Promise<boolean> =>
    (await loadEventRow(pool, id, userId))?.user_id === userId;
  return { 'event-create': isHost, 'event-update': isHost };
}
