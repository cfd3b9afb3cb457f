import type * as z from 'zod/mini';
import type { PublicCourseView } from './courses.ts';
import { endpoint, endpoints, type Role } from './endpoint.ts';
import type { userSchemas } from './users.schema.ts';
import type { blockSchemas } from './users.schema.ts';
import type { OfficeHours, ProfileField } from './privacy.ts';
import type { EntryClaim } from './verifications.ts';

/** A user as shown with their content. Never contains email or password. */
export interface UserCard {
  id: string;
  fullName: string;
  username: string;
  role: Role;
  position: string | null;
  institution: string | null;
  profileImage: string | null;
  /** The full name of the approved institution that last confirmed an entry that everyone sees; omitted without one. */
  verifiedBy?: string;
  /** True until an operator approves the role; omitted otherwise. */
  isAwaitingApproval?: true;
}

/**
 * Id of the account that replaces the deleted authors of items that others have bought. It belongs to no person: it has
 * no profile, and no one can sign in as it, find it or write to it.
 */
export const DELETED_MEMBER_ID = '00000000-0000-7000-8000-000000000000';

/** One education entry. Months are `YYYY-MM`. */
export interface EducationItem {
  /** Set by the server; it does not change with edits, so that a confirmation refers to its entry. */
  id?: string | undefined;
  institution: string;
  degree: string;
  field: string;
  start: string;
  /** Null for a current entry. */
  end: string | null;
  description: string;
}

/** One experience entry. Months are `YYYY-MM`. */
export interface ExperienceItem {
  /** See {@link EducationItem}. */
  id?: string | undefined;
  title: string;
  company: string;
  location: string;
  start: string;
  /** Null for a current entry. */
  end: string | null;
  description: string;
}

/** Relationship of the viewer to a member: none, a request either way, or connected. */
export type Relation = { state: 'none' | 'sent' | 'received' | 'accepted'; connectionId: string | null };

/** Changes of a profile; an omitted field is not changed. */
export type ProfileInput = z.infer<typeof userSchemas.editProfile.body>;

/** Audiences as which a member can preview their own profile. */
export const VIEWS_AS = ['everyone', 'connections', 'institution'] as const;
/** One of {@link VIEWS_AS}. */
export type ViewAs = (typeof VIEWS_AS)[number];

/** What the viewer may do and see. */
export interface ProfileViewer {
  isSelf: boolean;
  relation: Relation;
  mutualCount: number;
  /** The hideable parts that the viewer sees; all others are empty in the view. */
  sees: ProfileField[];
  canMessage: boolean;
  canCall: boolean;
  canConnect: boolean;
}

/** A profile, with only what the viewer may see. */
export interface ProfileView extends UserCard {
  bio: string | null;
  profileImageAlt: string | null;
  coverImage: string | null;
  coverImageAlt: string | null;
  educationData: EducationItem[];
  experienceData: ExperienceItem[];
  /** Claims of the entries: the confirmed ones, and for the member all of them. */
  claims: EntryClaim[];
  /** Office hours of a teacher; null when they are off. */
  officeHours: OfficeHours | null;
  createdAt: string;
  /** Changes with every edit; it is sent as If-Match, so that no edit overwrites another. */
  version: string;
  /**
   * Counts of the tabs; null when the list is hidden from the viewer. `people` are the members that an institution has
   * confirmed.
   */
  counts: { connections: number | null; posts: number; courses: number; people: number | null };
  viewer: ProfileViewer;
}

/** A course that a user offers or, when the viewer may see it, takes. Drafts are visible to their author only. */
export interface ProfileCourseView extends PublicCourseView {
  relation: 'author' | 'learner';
  status: 'draft' | 'published' | 'archived';
}

/** An event that a user hosts or, when the viewer may see it, attends. */
export interface ProfileEventView {
  id: string;
  title: string;
  description: string;
  date: string;
  location: string;
  isVirtual: boolean;
  state: 'scheduled' | 'cancelled';
  host: { id: string; fullName: string };
  relation: 'host' | 'going';
}

/** First and last month of an entry; `end` is null for a current one. */
export interface MonthSpan {
  start: string;
  end: string | null;
}

/** An institution or organisation in both profiles, with the months if they are given. */
export interface SharedPlace {
  name: string;
  mine: MonthSpan | null;
  theirs: MonthSpan | null;
}

/** What the viewer and another member share; lists may be empty. */
export interface CommonView {
  /** At most 12 of the shared connections. */
  people: UserCard[];
  places: SharedPlace[];
  courses: { id: string; title: string }[];
  events: { id: string; title: string; date: string }[];
}

/** Profiles. */
export const userEndpoints = endpoints<typeof userSchemas>()({
  /**
   * Lists members by name, newest first. Students are included when they are listed in the directory or connected to
   * the viewer, or when `q` is their whole username.
   */
  listUsers: endpoint<UserCard[]>()({
    method: 'GET',
    path: '/api/users',
    who: 'member',
    isPage: true,
  }),
  getOwnProfile: endpoint<ProfileView>()({
    method: 'GET',
    path: '/api/users/me',
    who: 'signedIn',
  }),
  getProfile: endpoint<ProfileView>()({
    method: 'GET',
    path: '/api/users/:id',
    who: 'member',
    errors: ['NOT_FOUND'],
  }),
  listUserCourses: endpoint<ProfileCourseView[]>()({
    method: 'GET',
    path: '/api/users/:id/courses',
    who: 'member',
    errors: ['NOT_FOUND'],
    isPage: true,
  }),
  listUserEvents: endpoint<ProfileEventView[]>()({
    method: 'GET',
    path: '/api/users/:id/events',
    who: 'member',
    errors: ['NOT_FOUND'],
    isPage: true,
  }),
  /** NOT_FOUND also where the list is hidden from the viewer. */
  listUserConnections: endpoint<UserCard[]>()({
    method: 'GET',
    path: '/api/users/:id/connections',
    who: 'member',
    errors: ['NOT_FOUND'],
    isPage: true,
  }),
  /** Members whose entry the institution has confirmed; empty for other roles. */
  listUserPeople: endpoint<UserCard[]>()({
    method: 'GET',
    path: '/api/users/:id/people',
    who: 'member',
    errors: ['NOT_FOUND'],
    isPage: true,
  }),
  /** Connections of the viewer who are enrolled in an item and show it, the latest enrollment first. */
  listKnownLearners: endpoint<UserCard[]>()({
    method: 'GET',
    path: '/api/courses/:id/known-learners',
    who: 'member',
    errors: ['NOT_FOUND'],
    isPage: true,
  }),
  getCommon: endpoint<CommonView>()({
    method: 'GET',
    path: '/api/users/:id/mutual',
    who: 'member',
    errors: ['NOT_FOUND'],
  }),
  /** Requires If-Match with the version that was edited. */
  editProfile: endpoint<ProfileView>()({
    method: 'PATCH',
    path: '/api/profile',
    who: 'signedIn',
    errors: ['STALE'],
    isVersioned: true,
  }),
  setProfileImage: endpoint<ProfileView>()({
    method: 'PUT',
    path: '/api/profile/image',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  removeProfileImage: endpoint<ProfileView>()({
    method: 'DELETE',
    path: '/api/profile/image',
    who: 'signedIn',
  }),
  setCoverImage: endpoint<ProfileView>()({
    method: 'PUT',
    path: '/api/profile/cover',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  removeCoverImage: endpoint<ProfileView>()({
    method: 'DELETE',
    path: '/api/profile/cover',
    who: 'signedIn',
  }),
});

/** A member whom the signed-in member blocks. */
export interface BlockView {
  id: string;
  /** Null when the account is closed, or its owner blocks the signed-in member as well. */
  user: UserCard | null;
}

/** Members that the signed-in member blocks; a block hides each from the other everywhere. */
export const blockEndpoints = endpoints<typeof blockSchemas>()({
  listBlocks: endpoint<BlockView[]>()({
    method: 'GET',
    path: '/api/blocks',
    who: 'signedIn',
  }),
  blockUser: endpoint<void>()({
    method: 'PUT',
    path: '/api/users/:id/block',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  unblockUser: endpoint<void>()({
    method: 'DELETE',
    path: '/api/users/:id/block',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
});
