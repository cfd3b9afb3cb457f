import type * as z from 'zod/mini';
import type { PublicCourseView } from './courses.ts';
import { endpoint, endpoints, type Role } from './endpoint.ts';
import type { userSchemas } from './users.schema.ts';
import type { blockSchemas } from './users.schema.ts';
import type { OfficeHours, ProfileField } from './privacy.ts';
import type { EntryClaim } from './verifications.ts';

/** A person as shown beside what they wrote. Never holds email or password. */
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
  /** Given by the server to a new line; stays over edits, so that a confirmation knows its line. */
  id?: string | undefined;
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
  /** As that of {@link EducationItem}. */
  id?: string | undefined;
  title: string;
  company: string;
  location: string;
  start: string;
  /** Null while it goes on. */
  end: string | null;
  description: string;
}

/** Relationship of the viewer to a member: none, a request either way, or connected. */
export type Relation = { state: 'none' | 'sent' | 'received' | 'accepted'; connectionId: string | null };

/** Changes of a profile; a field that is left out stays. */
export type ProfileInput = z.infer<typeof userSchemas.editProfile.body>;

/** Through whose eyes a member looks at their own page. */
export const VIEWS_AS = ['everyone', 'connections', 'institution'] as const;
/** One of {@link VIEWS_AS}. */
export type ViewAs = (typeof VIEWS_AS)[number];

/** What the viewer may do and see. */
export interface ProfileViewer {
  isSelf: boolean;
  relation: Relation;
  mutualCount: number;
  /** The hideable parts that are open to the viewer; the others are empty in the view. */
  sees: ProfileField[];
  canMessage: boolean;
  canCall: boolean;
  canConnect: boolean;
}

/** A person's page, with what the viewer may see alone. */
export interface ProfileView extends UserCard {
  bio: string | null;
  profileImageAlt: string | null;
  coverImage: string | null;
  coverImageAlt: string | null;
  educationData: EducationItem[];
  experienceData: ExperienceItem[];
  /** What institutions say about the lines: confirmed ones, and for the member's own eyes every one. */
  claims: EntryClaim[];
  /** When a teacher answers; null where they do not say. */
  officeHours: OfficeHours | null;
  createdAt: string;
  /** Changes with every edit; goes up as If-Match so that no edit is overwritten unseen. */
  version: string;
  /**
   * Numbers of what the tabs list; null where the viewer does not see the list; people are those an institution has
   * confirmed.
   */
  counts: { connections: number | null; posts: number; courses: number; people: number | null };
  viewer: ProfileViewer;
}

/** An item that someone made or, where the viewer may see it, learns with. Drafts are shown to their author alone. */
export interface ProfileCourseView extends PublicCourseView {
  relation: 'author' | 'learner';
  status: 'draft' | 'published' | 'archived';
}

/** A meet-up that someone hosts or, where the viewer may see it, goes to. */
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

/** Months of a time somewhere; `end` is null while it goes on. */
export interface MonthSpan {
  start: string;
  end: string | null;
}

/** An institution or organisation in both profiles, with the months if they are known. */
export interface SharedPlace {
  name: string;
  mine: MonthSpan | null;
  theirs: MonthSpan | null;
}

/** How the viewer and someone know each other, in facts; empty lists when there are none. */
export interface CommonView {
  /** At most 12 of the connections that both have. */
  people: UserCard[];
  places: SharedPlace[];
  courses: { id: string; title: string }[];
  events: { id: string; title: string; date: string }[];
}

/** Profiles. */
export const userEndpoints = endpoints<typeof userSchemas>()({
  /**
   * People by name, newest first. Students are listed when they chose the directory or know the viewer, or when their
   * username is written out.
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
  /** Those whose place an institution has confirmed; empty for everyone else. */
  listUserPeople: endpoint<UserCard[]>()({
    method: 'GET',
    path: '/api/users/:id/people',
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
  /** Needs If-Match with the version that was edited. */
  editProfile: endpoint<ProfileView>()({
    method: 'PATCH',
    path: '/api/profile',
    who: 'signedIn',
    errors: ['STALE'],
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

/** Members that the signed-in member blocks; a block hides each from the other everywhere. */
export const blockEndpoints = endpoints<typeof blockSchemas>()({
  listBlocks: endpoint<UserCard[]>()({
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
