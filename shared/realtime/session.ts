import type { Push } from './contract.ts';

/** Types of bulk data whose lists must be fetched again. */
type DataKind = 'connection' | 'post' | 'course' | 'message';

/** Pushes of the link itself. */
export interface SessionPushes {
  /** First push after connect: the server's id of this socket, and the last sequence number of the user log. */
  hello: Push<{ partyId: string; cursor: number }>;
  'data-updated': Push<{ type: DataKind }>;
}

/** Intents of the link itself; a room is `user-{self}`, `call-{self}` or `post-{id}`. */
export interface SessionIntents {
  'join-room': string;
  'leave-room': string;
}
