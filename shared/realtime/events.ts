import type { PublicEventView } from '../api/events.ts';
import type { Push } from './contract.ts';

/** Pushes of events to the members who may see them. */
export interface EventPushes {
  'event-created': Push<PublicEventView>;
  /** `isYours` is set for the devices of the member whose answer or seat has changed. */
  'event-updated': Push<PublicEventView & { isYours?: true }>;
}

/** Intents of events: a client reports its own write; the server only checks it. */
export type EventIntents = Record<'event-create' | 'event-update', { id: string }>;
