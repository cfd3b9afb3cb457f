import type * as z from 'zod/mini';
import type { courseSchemas } from './courses.schema.ts';
import { endpoint, endpoints, type Role } from './endpoint.ts';
import type { PaymentProvider } from './purchases.ts';
import type { OfficeHours } from './privacy.ts';
import type { UserCard } from './users.ts';

/** Content types of an item. */
export const CONTENT_TYPES = ['course', 'ebook', 'document', 'video', 'resource'] as const;
/** One of {@link CONTENT_TYPES}. */
export type ContentType = (typeof CONTENT_TYPES)[number];

/** Subjects that an author can choose for an item. */
export const COURSE_CATEGORIES = [
  'Arts and design',
  'Biology',
  'Business and economics',
  'Chemistry',
  'Computer science',
  'Education and teaching',
  'Engineering',
  'Geography',
  'Health and medicine',
  'History',
  'Languages',
  'Law and politics',
  'Literature',
  'Mathematics',
  'Music',
  'Philosophy',
  'Physics',
  'Psychology',
  'Study skills',
  'Other',
] as const;
/** One of {@link COURSE_CATEGORIES}. */
export type CourseCategory = (typeof COURSE_CATEGORIES)[number];

/** Orders of a list of items: newest, most learners, best rated, or cheapest first. */
export const COURSE_SORTS = ['recent', 'popular', 'rating', 'price'] as const;
/** One of {@link COURSE_SORTS}. */
export type CourseSort = (typeof COURSE_SORTS)[number];

/** `draft` is visible to its author; `archived` to its author and the users who are enrolled; `published` to all. */
export type CourseStatus = 'draft' | 'published' | 'archived';

/** Kinds of lessons: a text, a link to another website, a file of the item, or questions with immediate feedback. */
export const LESSON_KINDS = ['text', 'link', 'file', 'quiz'] as const;
/** One of {@link LESSON_KINDS}. */
export type LessonKind = (typeof LESSON_KINDS)[number];

/**
 * A published item on the landing page. `price` is in minor units of `currency`.
 */
export interface PublicCourseView {
  id: string;
  title: string;
  contentType: ContentType;
  category: string | null;
  price: number;
  currency: string;
  imageUrl: string | null;
  author: { fullName: string; role: string };
}

/**
 * The page of a published item for visitors: what is in it, without its content. `files` and `sections` are in the
 * author's order; `size` is in bytes. `url` opens a file that the author has marked as a preview; null for the others.
 */
export interface PublicCourseDetailView extends PublicCourseView {
  description: string;
  enrollments: number;
  reviews: number;
  rating: number | null;
  updatedAt: string;
  files: Pick<CourseFileView, 'id' | 'title' | 'name' | 'type' | 'size' | 'url'>[];
  sections: { id: string; title: string; lessons: Pick<LessonEntry, 'id' | 'title' | 'kind'>[] }[];
}

/**
 * Numbers of an item, as pushed while its details stay the same. `rating` is the mean of the stars of its reviews, with
 * two decimals; null without a review.
 */
export interface CourseCounters {
  id: string;
  enrollments: number;
  downloads: number;
  reviews: number;
  rating: number | null;
}

/**
 * An item as pushed to everyone who may see it. `price` is in minor units of `currency`; 0 is free. `imageUrl` is null
 * without a cover. In lists `description` is the start of the text. Dates are ISO 8601; `publishedAt` is null until the
 * first publication, `updatedAt` changes with the details, the files and the lessons.
 */
export interface PushedCourseView extends CourseCounters {
  userId: string;
  title: string;
  description: string;
  price: number;
  currency: string;
  imageUrl: string | null;
  category: string | null;
  contentType: ContentType;
  forSale: boolean;
  status: CourseStatus;
  createdAt: string;
  publishedAt: string | null;
  updatedAt: string;
  author: UserCard;
}

/**
 * The viewer's relationship to an item. `progress` is a percentage, null when the viewer is not enrolled; `completedAt`
 * is null until everything is done. `isPurchased` says that the viewer has bought it, and so cannot leave it.
 */
export interface CourseViewer {
  isOwner: boolean;
  isEnrolled: boolean;
  isPurchased: boolean;
  isSaved: boolean;
  progress: number | null;
  completedAt: string | null;
}

/** An item in a response. */
export interface CourseView extends PushedCourseView {
  viewer: CourseViewer;
}

/**
 * A file of an item. `size` is in bytes; `version` starts at 1 and grows when the author replaces the file. A preview
 * can be opened by everyone who sees the item. `url` opens the file; null when the viewer may not.
 */
export interface CourseFileView {
  id: string;
  title: string;
  name: string;
  type: string;
  size: number;
  sha256: string;
  version: number;
  isPreview: boolean;
  updatedAt: string;
  url: string | null;
}

/** A question of a quiz as its author writes it; `correct` is the index of the right option. */
export interface QuizQuestion {
  text: string;
  options: string[];
  correct: number;
  explanation: string;
}

/** A lesson in the outline of an item; `isDone` is always false for a viewer who is not enrolled. */
export interface LessonEntry {
  id: string;
  title: string;
  kind: LessonKind;
  isPreview: boolean;
  isDone: boolean;
}

/** A section of an item with its lessons in order. */
export interface SectionView {
  id: string;
  title: string;
  lessons: LessonEntry[];
}

/** What the author changed, newest first in lists. */
export interface CourseChangeView {
  id: string;
  note: string;
  createdAt: string;
}

/** Within how many hours an author usually answers, as it is shown. */
export const ANSWER_HOURS = [1, 24, 72, 168] as const;

/** The page of one item. `files` and `sections` are in the author's order, `changes` newest first. */
export interface CourseDetailView extends CourseView {
  /** How many percent of the latest 1,000 learners completed the item; null with fewer than 10 learners. */
  completionPercent: number | null;
  /**
   * Within how many hours the author answered at least half of the latest questions about their items; null with fewer
   * than 10 answers, and above a week.
   */
  answersWithinHours: (typeof ANSWER_HOURS)[number] | null;
  /** Office hours of the author, a teacher; null when they are off. */
  officeHours: OfficeHours | null;
  files: CourseFileView[];
  sections: SectionView[];
  changes: CourseChangeView[];
  /** Changes with every edit of the details; an edit sends it as If-Match. */
  version: string;
}

/**
 * A lesson with its content; the fields of other kinds are null. `questions` contain the correct options and the
 * explanations for the author alone; `questionsVersion` comes back with the answers. `fileId` names a file of the
 * item.
 */
export interface LessonView extends LessonEntry {
  sectionId: string;
  /** Changes with every edit; an edit sends it as If-Match. */
  version: string;
  text: string | null;
  linkUrl: string | null;
  fileId: string | null;
  questionsVersion: string | null;
  questions: (Pick<QuizQuestion, 'text' | 'options'> & Partial<Pick<QuizQuestion, 'correct' | 'explanation'>>)[] | null;
}

/**
 * Numbers of published items by content type and by category, and the currency of all prices. `payments` is how this
 * server takes payments; null when nothing can be bought. A purchase is refunded on request within `refundDays`.
 */
export interface CourseMetaView {
  currency: string;
  payments: PaymentProvider | null;
  refundDays: number;
  contentTypes: { value: ContentType; count: number }[];
  categories: { value: string; count: number }[];
}

/**
 * Query of GET /api/courses; without `sort` the newest first. `mine` lists the user's own items of every status, with
 * `status` the published ones alone.
 */
export type ListCoursesQuery = z.infer<typeof courseSchemas.listCourses.query>;
/** Body of POST /api/courses. */
export type CreateCourseInput = z.infer<typeof courseSchemas.createCourse.body>;
/** Body of PATCH /api/courses/:id; an omitted field is not changed. */
export type EditCourseInput = z.infer<typeof courseSchemas.editCourse.body>;
/** Body of POST /api/courses/:id/lessons. */
export type CreateLessonInput = z.infer<typeof courseSchemas.createLesson.body>;
/** Body of PATCH /api/courses/:id/lessons/:lessonId; an omitted field is not changed. */
export type EditLessonInput = z.infer<typeof courseSchemas.editLesson.body>;

/** Roles that may set a price. */
export const SELLING_ROLES: readonly Role[] = ['teacher', 'institution', 'creator'];

/** Items: what authors make and everyone finds. */
export const courseEndpoints = endpoints<typeof courseSchemas>()({
  listPublicCourses: endpoint<PublicCourseView[]>()({
    method: 'GET',
    path: '/api/public/courses',
    who: 'public',
    isPage: true,
  }),
  getPublicCourse: endpoint<PublicCourseDetailView>()({
    method: 'GET',
    path: '/api/public/courses/:id',
    who: 'public',
    errors: ['NOT_FOUND'],
  }),
  /** A file of a published item that its author has marked as a preview, for anyone, with Range. */
  openPublicFile: endpoint<Blob>()({
    method: 'GET',
    path: '/api/public/courses/:id/files/:fileId',
    isCounted: true,
    who: 'public',
    isNavigable: true,
    limit: 'publicFiles',
    errors: ['NOT_FOUND'],
  }),
  /** The cover of a published item, for anyone; of another one for the users who may see it. */
  getCourseImage: endpoint<Blob>()({
    method: 'GET',
    path: '/api/courses/:id/image',
    who: 'public',
    isNavigable: true,
    errors: ['NOT_FOUND'],
  }),
  getCourseMeta: endpoint<CourseMetaView>()({ method: 'GET', path: '/api/course-meta', who: 'signedIn' }),
  listCourses: endpoint<CourseView[]>()({ method: 'GET', path: '/api/courses', who: 'signedIn', isPage: true }),
  /** Items by their ids, for cards in posts and messages, in no order; those gone or hidden are left out. */
  listCourseCards: endpoint<CourseView[]>()({ method: 'GET', path: '/api/course-cards', who: 'signedIn' }),
  /** Creates a draft. */
  createCourse: endpoint<CourseDetailView>()({
    method: 'POST',
    path: '/api/courses',
    who: 'signedIn',
    errors: ['ROLE_CANNOT_SELL', 'NOT_FOUND', 'WRONG_STATE'],
    status: 201,
    limit: 'courses',
  }),
  getCourse: endpoint<CourseDetailView>()({
    method: 'GET',
    path: '/api/courses/:id',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  editCourse: endpoint<CourseDetailView>()({
    method: 'PATCH',
    path: '/api/courses/:id',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_OWNER', 'ROLE_CANNOT_SELL', 'WRONG_STATE', 'STALE'],
    isVersioned: true,
  }),
  /** Publishes a draft or an archived item that has a description and something to learn from. */
  publishCourse: endpoint<CourseDetailView>()({
    method: 'POST',
    path: '/api/courses/:id/publish',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_OWNER', 'WRONG_STATE', 'ROLE_CANNOT_SELL'],
    limit: 'coursePublications',
    untilConfirmed: 'counted',
  }),
  /** Makes a published item a draft again; the users who are enrolled keep it. */
  unpublishCourse: endpoint<CourseDetailView>()({
    method: 'POST',
    path: '/api/courses/:id/unpublish',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_OWNER'],
  }),
  /** Deletes an item; one with learners is archived instead, and they keep it. */
  removeCourse: endpoint<{ status: 'deleted' | 'archived' }>()({
    method: 'DELETE',
    path: '/api/courses/:id',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_OWNER'],
  }),
  /** Adds a note to the change log; with `notify` the users who are enrolled receive a notification. */
  addCourseChange: endpoint<CourseChangeView>()({
    method: 'POST',
    path: '/api/courses/:id/changes',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_OWNER', 'WRONG_STATE'],
    status: 201,
    limit: 'courseChanges',
    untilConfirmed: 'counted',
  }),
  addCourseFile: endpoint<CourseFileView>()({
    method: 'POST',
    path: '/api/courses/:id/files',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_OWNER', 'WRONG_STATE'],
    status: 201,
  }),
  /** Renames a file, changes whether it is a preview, or replaces it: `uploadId` is the id of the new upload. */
  editCourseFile: endpoint<CourseFileView>()({
    method: 'PATCH',
    path: '/api/courses/:id/files/:fileId',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_OWNER', 'WRONG_STATE'],
  }),
  removeCourseFile: endpoint<void>()({
    method: 'DELETE',
    path: '/api/courses/:id/files/:fileId',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_OWNER', 'WRONG_STATE'],
  }),
  /** Sets the order of the files, and of the sections with their lessons; each list names all of them. */
  orderCourse: endpoint<CourseDetailView>()({
    method: 'PUT',
    path: '/api/courses/:id/order',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_OWNER', 'STALE', 'WRONG_STATE'],
  }),
  createSection: endpoint<SectionView>()({
    method: 'POST',
    path: '/api/courses/:id/sections',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_OWNER', 'WRONG_STATE'],
    status: 201,
  }),
  renameSection: endpoint<SectionView>()({
    method: 'PATCH',
    path: '/api/courses/:id/sections/:sectionId',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_OWNER', 'WRONG_STATE'],
  }),
  /** Deletes a section with its lessons. */
  removeSection: endpoint<void>()({
    method: 'DELETE',
    path: '/api/courses/:id/sections/:sectionId',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_OWNER', 'WRONG_STATE'],
  }),
  createLesson: endpoint<LessonView>()({
    method: 'POST',
    path: '/api/courses/:id/lessons',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_OWNER', 'WRONG_STATE'],
    status: 201,
  }),
  editLesson: endpoint<LessonView>()({
    method: 'PATCH',
    path: '/api/courses/:id/lessons/:lessonId',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_OWNER', 'WRONG_STATE', 'STALE'],
    isVersioned: true,
  }),
  removeLesson: endpoint<void>()({
    method: 'DELETE',
    path: '/api/courses/:id/lessons/:lessonId',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_OWNER', 'WRONG_STATE'],
  }),
});
