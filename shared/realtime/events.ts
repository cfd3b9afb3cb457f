import type { PublicEventView } from '../api/events.ts';
import type { Push } from './contract.ts';

/** Pushes of events to the members who may see them. */
export interface EventPushes {
  'event-created': Push<PublicEventView>;
  /** `isYours` goes to the devices of whose answer or seat has changed. */
  'event-updated': Push<PublicEventView & { isYours?: true }>;
}

/** Intents of events: a client reports a write it made; the server only checks it. */
export interface EventIntents {
  'event-create': { id: string };
  'event-update': { id: string };
}
