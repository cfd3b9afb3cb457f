import type { Push } from './contract.ts';

/** Kinds of bulk data whose lists are to be fetched afresh. Source: spec section 7. */
export type DataKind = 'connection' | 'post' | 'course' | 'message';

/** Pushes of the link itself. Source: decisions 29 and 32. */
export interface SessionPushes {
  /** First push after connect: the server's name for this socket, and where the person's stream stands. */
  hello: Push<{ partyId: string; cursor: number }>;
  'data-updated': Push<{ type: DataKind }>;
}

/** Intents of the link itself; a room is `user-{self}`, `call-{self}` or `post-{id}`. */
export interface SessionIntents {
  'join-room': string;
  'leave-room': string;
}
