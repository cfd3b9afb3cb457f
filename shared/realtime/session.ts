import type { Push, Spread } from './contract.ts';

/** Types of bulk data whose lists must be fetched again; `all` after pushes of any kind may have been lost. */
type DataKind = 'connection' | 'post' | 'course' | 'message' | 'all';

/** Pushes of the link itself. */
export interface SessionPushes {
  /**
   * First push after connect: the server's id of this page, which the page presents when its socket connects again, and
   * the last sequence number of the user log.
   */
  hello: Push<{ partyId: string; cursor: number }>;
  'data-updated': Push<Spread<{ type: DataKind }>>;
}

/**
 * Intents of the link itself. A room is `user-{self}`, `call-{self}`, or of what the client shows: `feed`, post-{id},
 * `events`, event-{id}, `courses`, course-{id}, ads-{section}.
 */
export interface SessionIntents {
  'join-room': string;
  'leave-room': string;
  /** Several rooms of what the client shows. */
  'join-rooms': readonly string[];
  'leave-rooms': readonly string[];
}
