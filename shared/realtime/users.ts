import type { UserCard } from '../api/users.ts';
import type { Push } from './contract.ts';

/** Pushes of people. */
export interface UserPushes {
  'profile-updated': Push<UserCard>;
}
