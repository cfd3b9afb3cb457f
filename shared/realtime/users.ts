import type { Push, Spread } from './contract.ts';

/** Pushes of users. */
export interface UserPushes {
  /** To the member's devices and connections, to connections at most once a minute. */
  'profile-updated': Push<Spread<{ id: string }>>;
}

/** Intents of users: a client reports that it changed its own profile; the server only checks it. */
export interface UserIntents {
  'profile-update': { id: string };
}
