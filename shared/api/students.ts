import type * as z from 'zod/mini';
import { endpoint, endpoints } from './endpoint.ts';
import type { studentSchemas } from './students.schema.ts';
import type { Relation, UserCard } from './users.ts';

/** Fields that a student can show in the directory; each requires consent. */
export const DIRECTORY_FIELDS = ['name', 'institution', 'field', 'year', 'bio', 'courses', 'photo'] as const;
/** One of {@link DIRECTORY_FIELDS}. */
export type DirectoryField = (typeof DIRECTORY_FIELDS)[number];

/** Fields of a student who is listed without having chosen any, as with the switch in Settings. */
export const DEFAULT_DIRECTORY_FIELDS: readonly DirectoryField[] = ['name'];

/**
 * Orders of the directory; none is by popularity. `mutual` orders by the number of shared connections.
 */
export const STUDENT_SORTS = ['new', 'name', 'mutual'] as const;
/** One of {@link STUDENT_SORTS}. */
export type StudentSort = (typeof STUDENT_SORTS)[number];

/** Relationship of the viewer to a student: none, a request either way, or connected. */
export const STUDENT_STATES = ['none', 'pending', 'connected'] as const;
/** One of {@link STUDENT_STATES}. */
export type StudentState = (typeof STUDENT_STATES)[number];

/** A course with its title. */
export interface CourseName {
  id: string;
  title: string;
}

/** Marks a student who wants a study partner for a course, until the end of a day (`YYYY-MM-DD`, UTC). */
export interface PartnerFlag {
  course: CourseName;
  until: string;
}

/** A student in the directory; fields without consent are null. */
export interface StudentView {
  /** `fullName` is the username where the name is not shown; `position` is never shown. */
  user: UserCard;
  /** Field of study. */
  field: string | null;
  /** The year in which the studies began. */
  year: number | null;
  /** The first 200 characters of the bio. */
  bio: string | null;
  mutualCount: number;
  /** At most three of the courses that the student takes and the viewer takes or offers. */
  sharedCourses: CourseName[];
  partnerFlags: PartnerFlag[];
  relation: Relation;
}

/** Filters of the directory; `partner` is true for students who want a study partner. */
export type StudentFilters = z.infer<typeof studentSchemas.getStudentFacets.query>;

/** One value of a filter, and the number of students that match it. */
export interface Facet<Value> {
  value: Value;
  count: number;
}

/**
 * Facets of the directory; each is counted with the other filters applied, highest count first (years: latest first).
 */
export interface StudentFacets {
  /** Number of students that match all filters. */
  total: number;
  /** Number of students without any filter. */
  everyone: number;
  institutions: Facet<string>[];
  fields: Facet<string>[];
  years: Facet<number>[];
  courses: (Facet<string> & { title: string })[];
  states: Facet<StudentState>[];
  partners: number;
}

/** Values of the fields of a student; null when empty or hidden from everyone by the profile. */
interface OwnListing {
  name: string;
  username: string;
  institution: string | null;
  field: string | null;
  year: number | null;
  bio: string | null;
  photo: string | null;
}

/** A student's own listing in the directory. */
export interface ListingView {
  /** Null until the student has chosen, which counts as false; null for every other role. */
  isListed: boolean | null;
  shows: DirectoryField[];
  /** Fields that the profile's visibility hides from everyone, and so from the directory. */
  withheld: DirectoryField[];
  own: OwnListing;
  /** Courses of the student, by title. */
  courses: CourseName[];
  partnerFlags: PartnerFlag[];
}

/** Changes of a listing. */
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
  /** Exports the list as text/csv: at most 5,000 rows, without email addresses. */
  exportStudents: endpoint<Blob>()({
    method: 'GET',
    path: '/api/students/export.csv',
    isCounted: true,
    who: 'member',
    isNavigable: true,
    limit: 'directoryExports',
  }),
  getListing: endpoint<ListingView>()({
    method: 'GET',
    path: '/api/students/listing',
    who: 'member',
  }),
  /**
   * Changes the same setting as the switch `directory` of the privacy settings. ROLE_FORBIDDEN for other roles than
   * student.
   */
  editListing: endpoint<ListingView>()({
    method: 'PUT',
    path: '/api/students/listing',
    who: 'member',
  }),
  /** NOT_FOUND unless the caller is a listed student who takes the course. */
  setPartnerFlag: endpoint<ListingView>()({
    method: 'PUT',
    path: '/api/students/partners/:id',
    who: 'member',
    errors: ['NOT_FOUND'],
    untilConfirmed: 'counted',
  }),
  removePartnerFlag: endpoint<void>()({
    method: 'DELETE',
    path: '/api/students/partners/:id',
    who: 'member',
  }),
});
