import type { UserCard } from '../api/users.ts';
import type { Push } from './contract.ts';

/** Pushes of people. */
export interface UserPushes {
  'profile-updated': Push<UserCard>;
}

/** Intents of people: a client tells that it changed the own profile; the server only checks it (decision 30). */
export interface UserIntents {
  'profile-update': { id: string };
}
