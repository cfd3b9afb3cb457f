import type * as z from 'zod/mini';
import { endpoint, endpoints } from './endpoint.ts';
import type { studentSchemas } from './students.schema.ts';
import type { Relation, UserCard } from './users.ts';

/** What a student can show in the directory, each by a consent of its own. */
export const DIRECTORY_FIELDS = ['name', 'institution', 'field', 'year', 'bio', 'courses', 'photo'] as const;
/** One of {@link DIRECTORY_FIELDS}. */
export type DirectoryField = (typeof DIRECTORY_FIELDS)[number];

/** What the directory shows of a student who was listed without choosing fields, as by the switch in Settings. */
export const DEFAULT_DIRECTORY_FIELDS: readonly DirectoryField[] = ['name'];

/**
 * Orders of the directory; none goes by popularity. `mutual` counts the connections one shares with a student.
 */
export const STUDENT_SORTS = ['new', 'name', 'mutual'] as const;
/** One of {@link STUDENT_SORTS}. */
export type StudentSort = (typeof STUDENT_SORTS)[number];

/** Relationship of the viewer to a student: none, a request either way, or connected. */
export const STUDENT_STATES = ['none', 'pending', 'connected'] as const;
/** One of {@link STUDENT_STATES}. */
export type StudentState = (typeof STUDENT_STATES)[number];

/** A course by name. */
export interface CourseName {
  id: string;
  title: string;
}

/** Flag of a student who looks for a study partner in a course, until the end of a day (`YYYY-MM-DD`, UTC). */
export interface PartnerFlag {
  course: CourseName;
  until: string;
}

/** A student as the directory shows them: the card and the rest hold what the student consented to, null where not. */
export interface StudentView {
  /** `fullName` is the username where the name is not shown; `position` is never shown. */
  user: UserCard;
  /** Field of study. */
  field: string | null;
  /** The year in which the studies began. */
  year: number | null;
  /** The first 200 characters of what the student says of themself. */
  bio: string | null;
  mutualCount: number;
  /** At most three of the courses that the student learns with and the viewer learns with or offers. */
  sharedCourses: CourseName[];
  partnerFlags: PartnerFlag[];
  relation: Relation;
}

/** Filters of the directory; `partner` is true for students who look for a study partner. */
export type StudentFilters = z.infer<typeof studentSchemas.getStudentFacets.query>;

/** One value to narrow by, and how many students it would leave. */
export interface Facet<Value> {
  value: Value;
  count: number;
}

/**
 * What the directory can be narrowed by: every facet counts with the other filters applied, most first (years: latest
 * first).
 */
export interface StudentFacets {
  /** Students that all filters leave. */
  total: number;
  /** Students whom the viewer could find without any filter. */
  everyone: number;
  institutions: Facet<string>[];
  fields: Facet<string>[];
  years: Facet<number>[];
  courses: (Facet<string> & { title: string })[];
  states: Facet<StudentState>[];
  partners: number;
}

/** What a student has to show; null where there is nothing, or where the profile keeps it from everyone. */
interface OwnListing {
  name: string;
  username: string;
  institution: string | null;
  field: string | null;
  year: number | null;
  bio: string | null;
  photo: string | null;
}

/** A student's own place in the directory. */
export interface ListingView {
  /** Null until the student has chosen, which counts as no; null for every other role. */
  isListed: boolean | null;
  shows: DirectoryField[];
  /** Chosen or not, the profile's visibility keeps these from everyone, and so from the directory. */
  withheld: DirectoryField[];
  own: OwnListing;
  /** What the student learns with, by title. */
  courses: CourseName[];
  partnerFlags: PartnerFlag[];
}

/** A student's choice. */
export type ListingInput = z.infer<typeof studentSchemas.editListing.body>;

/** The directory of students. */
export const studentEndpoints = endpoints<typeof studentSchemas>()({
  listStudents: endpoint<StudentView[]>()({
    method: 'GET',
    path: '/api/students',
    who: 'member',
    isPage: true,
  }),
  getStudentFacets: endpoint<StudentFacets>()({
    method: 'GET',
    path: '/api/students/facets',
    who: 'member',
  }),
  /** What the list shows, as text/csv: at most 5,000 lines, never an email address. */
  exportStudents: endpoint<Blob>()({
    method: 'GET',
    path: '/api/students/export.csv',
    who: 'member',
    limit: 'directoryExports',
  }),
  getListing: endpoint<ListingView>()({
    method: 'GET',
    path: '/api/students/listing',
    who: 'member',
  }),
  /** Writes the same truth as the switch `directory` of the privacy settings. ROLE_FORBIDDEN for who is no student. */
  editListing: endpoint<ListingView>()({
    method: 'PUT',
    path: '/api/students/listing',
    who: 'member',
  }),
  /** NOT_FOUND unless the caller is a listed student who learns with the course. */
  setPartnerFlag: endpoint<ListingView>()({
    method: 'PUT',
    path: '/api/students/partners/:id',
    who: 'member',
    errors: ['NOT_FOUND'],
  }),
  removePartnerFlag: endpoint<void>()({
    method: 'DELETE',
    path: '/api/students/partners/:id',
    who: 'member',
  }),
});
