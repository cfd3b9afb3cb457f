import { endpoint, type Role } from './endpoint.ts';

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

/** One line of an education. Months are `YYYY-MM`. */
export interface EducationItem {
  institution: string;
  degree: string;
  field: string;
  start: string;
  /** Null while it goes on. */
  end: string | null;
  description: string;
}

/** One line of an experience. Months are `YYYY-MM`. */
export interface ExperienceItem {
  title: string;
  company: string;
  location: string;
  start: string;
  /** Null while it goes on. */
  end: string | null;
  description: string;
}

/** How the viewer stands to a person: nothing, a request either way, or connected. */
export type Relation = { state: 'none' | 'sent' | 'received' | 'accepted'; connectionId: string | null };

/** What a member changes about their profile. */
export interface ProfileInput {
  fullName: string;
  bio: string;
  institution: string;
  position: string;
  educationData: EducationItem[];
  experienceData: ExperienceItem[];
}

/** A person's page. */
export interface ProfileView extends UserCard {
  bio: string | null;
  coverImage: string | null;
  educationData: EducationItem[];
  experienceData: ExperienceItem[];
  createdAt: string;
  /** Changes with every edit; goes up as If-Match so that no edit is overwritten unseen. */
  version: string;
  counts: { connections: number; posts: number; courses: number };
  viewer: { isSelf: boolean; relation: Relation; mutualCount: number };
}

/** Profiles. Source: product.md 4.3. */
export const userEndpoints = {
  getOwnProfile: endpoint<Record<never, never>, ProfileView>({
    method: 'GET', path: '/api/users/me', who: 'signedIn', errors: [],
  }),
  getProfile: endpoint<{ params: { id: string } }, ProfileView>({
    method: 'GET', path: '/api/users/:id', who: 'member', errors: ['NOT_FOUND'],
  }),
  /** Needs If-Match with the version that was edited. */
  editProfile: endpoint<{ body: Partial<ProfileInput> }, ProfileView>({
    method: 'PATCH', path: '/api/profile', who: 'signedIn', errors: ['STALE'],
  }),
} as const;

/** Whom a member has blocked; a block hides each from the other everywhere. Source: product.md 4.3. */
export const blockEndpoints = {
  listBlocks: endpoint<Record<never, never>, UserCard[]>({
    method: 'GET', path: '/api/blocks', who: 'signedIn', errors: [],
  }),
  blockUser: endpoint<{ params: { id: string } }, void>({
    method: 'PUT', path: '/api/users/:id/block', who: 'signedIn', errors: ['NOT_FOUND'],
  }),
  unblockUser: endpoint<{ params: { id: string } }, void>({
    method: 'DELETE', path: '/api/users/:id/block', who: 'signedIn', errors: ['NOT_FOUND'],
  }),
} as const;
