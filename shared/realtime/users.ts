import type { UserCard } from '../api/users.ts';
import type { Push } from './contract.ts';

/** Pushes of users. */
export interface UserPushes {
  'profile-updated': Push<UserCard>;
}

/** Intents of users: a client reports that it changed its own profile; the server only checks it. */
export interface UserIntents {
  'profile-update': { id: string };
}
