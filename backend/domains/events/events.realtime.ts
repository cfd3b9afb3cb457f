import type { PublicEventView } from '#shared/api/events.ts';
import { eventIntentSchema } from '#shared/realtime/events.schema.ts';
import type { Facts } from '../../facts.ts';
import { createCoalescer } from '../../realtime/coalesce.ts';
import { defineIntent, type IntentDefinitions } from '../../realtime/intents.ts';
import { BURST_MS, type Publish } from '../../realtime/publish.ts';
import { rooms } from '../../realtime/rooms.ts';

/** What announcing events needs. */
export interface EventAnnouncements {
  facts: Pick<Facts, 'on'>;
  publish: Publish;
  /** Null when the event is gone or its host deactivated. */
  loadPublicEventView: (eventId: string) => Promise<PublicEventView | null>;
  listBlockedEitherWay: (userId: string) => Promise<string[]>;
  onError: (error: unknown) => void;
}

/**
 * Pushes events to the members who may see them (decision 31). Answers come in bursts, so event-updated waits 250 ms
 * per event and then carries the newest state; whose answer or seat has changed hears of it at once. The answer ends
 * what still waits.
 */
export function announceEvents({
  facts,
  publish,
  loadPublicEventView,
  listBlockedEitherWay,
  onError,
}: EventAnnouncements): () => void {
  const bursts = createCoalescer(BURST_MS);

  const push = async (name: 'event-created' | 'event-updated', eventId: string): Promise<void> => {
    const event = await loadPublicEventView(eventId);
    if (!event) return;
    const hidden = await listBlockedEitherWay(event.userId);
    publish({ to: [rooms.members], except: hidden.map(rooms.user) }, name, event);
  };

  facts.on('event-created', ({ eventId }) => push('event-created', eventId));
  const pushSoon = (eventId: string): void =>
    bursts.schedule(eventId, () => {
      push('event-updated', eventId).catch(onError);
    });
  const pushOwn = async (eventId: string, userId: string): Promise<void> => {
    const event = await loadPublicEventView(eventId);
    if (!event) return;
    const hidden = await listBlockedEitherWay(event.userId);
    if (!hidden.includes(userId)) publish({ to: [rooms.user(userId)] }, 'event-updated', { ...event, isYours: true });
  };

  facts.on('event-updated', ({ eventId }) => pushSoon(eventId));
  for (const fact of ['event-answered', 'event-promoted', 'event-hold-ended'] as const) {
    facts.on(fact, async ({ eventId, userId }) => {
      pushSoon(eventId);
      await pushOwn(eventId, userId);
    });
  }
  return bursts.cancel;
}

/**
 * Makes event-create and event-update: the host is told ok, since the write has announced itself; everyone else
 * NOT_FOUND (decision 30).
 */
export function eventIntents(isHost: (eventId: string, userId: string) => Promise<boolean>): IntentDefinitions {
  const check = defineIntent(eventIntentSchema, async ({ id }, { identity }) =>
    (await isHost(id, identity.id)) ? { ok: true } : { ok: false, code: 'NOT_FOUND' },
  );
  return { 'event-create': check, 'event-update': check };
}
