import type { EventCounters, PublicEventView } from '../api/events.ts';
import type { Counted, Push } from './contract.ts';

/** Pushes of events, to the rooms `events` and event-{eventId}. */
export interface EventPushes {
  /** Also to the host's devices and connections. */
  'event-created': Push<Counted<PublicEventView>>;
  /**
   * After an edit the view, also to the devices of the host and the attendees; otherwise counters. `isYours` is set for
   * the devices of the member whose answer or seat has changed.
   */
  'event-updated': Push<Counted<PublicEventView | (EventCounters & { isYours?: true })>>;
}

/** Intents of events: a client reports its own write; the server only checks it. */
export type EventIntents = Record<'event-create' | 'event-update', { id: string }>;
