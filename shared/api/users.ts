import type { Role } from './endpoint.ts';

/** A person as shown beside what they wrote. Never holds e-mail or password. */
export interface UserCard {
  id: string;
  fullName: string;
  username: string;
  role: Role;
  position: string | null;
  institution: string | null;
  profileImage: string | null;
}
