import type { Role } from './endpoint.ts';

/** How the viewer and this person stand to each other; null where nobody looks (public pages, pushes). */
export interface Relation {
  state: 'none' | 'pending' | 'accepted' | 'self';
  direction: 'sent' | 'received' | null;
  mutualCount: number;
}

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
