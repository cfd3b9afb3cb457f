import type { PublicCourseView } from './courses.ts';
import { endpoint, type PageQuery, type Role } from './endpoint.ts';
import type { OfficeHours, ProfileField } from './privacy.ts';
import type { LineClaim } from './verifications.ts';

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
  claims: LineClaim[];
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

/** A picture of a profile: an own upload of the purpose, and what it shows. */
export interface ProfileImageInput {
  fileId: string;
  alt?: string;
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

/** An institution or organisation that stands in both profiles, with the months where they are known. */
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

/** Filters of the list of people. */
export interface ListUsersQuery extends PageQuery {
  /** Part of a name or username. */
  q?: string;
  role?: Role;
  /** Name of an institution, whatever its case. */
  institution?: string;
}

type OfPerson<Query extends object = PageQuery> = { params: { id: string }; query?: Query };

/** Profiles. Source: product.md 4.3. */
export const userEndpoints = {
  /**
   * People by name, newest first. Students are listed when they chose the directory or know the viewer, or when their
   * username is written out.
   */
  listUsers: endpoint<{ query: ListUsersQuery }, UserCard[]>({
    method: 'GET',
    path: '/api/users',
    who: 'member',
    errors: [],
    isPage: true,
  }),
  getOwnProfile: endpoint<{ query?: { as?: ViewAs } }, ProfileView>({
    method: 'GET',
    path: '/api/users/me',
    who: 'signedIn',
    errors: [],
  }),
  getProfile: endpoint<{ params: { id: string } }, ProfileView>({
    method: 'GET',
    path: '/api/users/:id',
    who: 'member',
    errors: ['NOT_FOUND'],
  }),
  listUserCourses: endpoint<OfPerson, ProfileCourseView[]>({
    method: 'GET',
    path: '/api/users/:id/courses',
    who: 'member',
    errors: ['NOT_FOUND'],
    isPage: true,
  }),
  listUserEvents: endpoint<OfPerson, ProfileEventView[]>({
    method: 'GET',
    path: '/api/users/:id/events',
    who: 'member',
    errors: ['NOT_FOUND'],
    isPage: true,
  }),
  /** NOT_FOUND also where the list is hidden from the viewer. */
  listUserConnections: endpoint<OfPerson, UserCard[]>({
    method: 'GET',
    path: '/api/users/:id/connections',
    who: 'member',
    errors: ['NOT_FOUND'],
    isPage: true,
  }),
  /** Those whose place an institution has confirmed; empty for everyone else. */
  listUserPeople: endpoint<OfPerson, UserCard[]>({
    method: 'GET',
    path: '/api/users/:id/people',
    who: 'member',
    errors: ['NOT_FOUND'],
    isPage: true,
  }),
  getCommon: endpoint<{ params: { id: string } }, CommonView>({
    method: 'GET',
    path: '/api/users/:id/mutual',
    who: 'member',
    errors: ['NOT_FOUND'],
  }),
  /** Needs If-Match with the version that was edited. */
  editProfile: endpoint<{ body: Partial<ProfileInput> }, ProfileView>({
    method: 'PATCH',
    path: '/api/profile',
    who: 'signedIn',
    errors: ['STALE'],
  }),
  setProfileImage: endpoint<{ body: ProfileImageInput }, ProfileView>({
    method: 'PUT',
    path: '/api/profile/image',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  removeProfileImage: endpoint<Record<never, never>, ProfileView>({
    method: 'DELETE',
    path: '/api/profile/image',
    who: 'signedIn',
    errors: [],
  }),
  setCoverImage: endpoint<{ body: ProfileImageInput }, ProfileView>({
    method: 'PUT',
    path: '/api/profile/cover',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  removeCoverImage: endpoint<Record<never, never>, ProfileView>({
    method: 'DELETE',
    path: '/api/profile/cover',
    who: 'signedIn',
    errors: [],
  }),
} as const;

/** Whom a member has blocked; a block hides each from the other everywhere. Source: product.md 4.3. */
export const blockEndpoints = {
  listBlocks: endpoint<Record<never, never>, UserCard[]>({
    method: 'GET',
    path: '/api/blocks',
    who: 'signedIn',
    errors: [],
  }),
  blockUser: endpoint<{ params: { id: string } }, void>({
    method: 'PUT',
    path: '/api/users/:id/block',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  unblockUser: endpoint<{ params: { id: string } }, void>({
    method: 'DELETE',
    path: '/api/users/:id/block',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
} as const;
