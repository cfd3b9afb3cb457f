import type * as z from 'zod/mini';
import type { ContentType, CourseView, LessonKind, LessonView } from './courses.ts';
import { endpoint, endpoints } from './endpoint.ts';
import type { enrollmentSchemas } from './enrollments.schema.ts';
import type { UserCard } from './users.ts';

/** Tabs of the Library: bought items, joined ones, downloaded ones, saved ones, and the user's own. */
export const LIBRARY_TABS = ['purchased', 'enrolled', 'downloads', 'saved', 'created'] as const;
/** One of {@link LIBRARY_TABS}. */
export type LibraryTab = (typeof LIBRARY_TABS)[number];

/** Orders of the Library: last opened or added first, or by title. */
export const LIBRARY_SORTS = ['recent', 'title'] as const;

/** Which learners a roster contains: all, those without activity for 14 days, or those who finished. */
export const LEARNER_FILTERS = ['all', 'inactive', 'behind', 'completed'] as const;

/**
 * An item in the Library. `addedAt` is when it came into the tab, `lastOpenedAt` when the user last learned from it,
 * null until then. `isArchived` is set by the user. `purchaseId` names the purchase by which the user has the item.
 */
export interface LibraryItemView {
  course: CourseView;
  addedAt: string;
  lastOpenedAt: string | null;
  isArchived: boolean;
  purchaseId: string | null;
}

/** An author of items in a tab of the Library. */
export interface LibraryAuthorView {
  id: string;
  fullName: string;
}

/** How far a learner is. `progress` is a percentage; `completedAt` is null until everything is done. */
export interface ProgressView {
  progress: number;
  completedAt: string | null;
  lastOpenedAt: string | null;
}

/** The share of a file from which it counts as done, and its lessons with it. */
export const FILE_DONE_FROM = 0.95;

/**
 * Where a learner stopped in one file: `percent` of it, a number from 0 to 1, and a place of the reader, such as a
 * page. `furthest`, of the same numbers, is what counts for the progress.
 */
export interface FilePositionView {
  fileId: string;
  percent: number;
  furthest: number;
  position: string;
  updatedAt: string;
}

/** The result of a quiz: one entry per question in order. */
export interface QuizResultView {
  results: { isCorrect: boolean; correct: number; explanation: string }[];
  progress: ProgressView;
}

/** A lesson that a learner has done. `quiz` has the numbers of the latest answers, null for another kind of lesson. */
interface DoneLessonView {
  title: string;
  kind: LessonKind;
  doneAt: string;
  quiz: { right: number; questions: number } | null;
}

/** What a learner has learned with an item. `lessons` are those that are done, in the author's order. */
export interface LearningRecordView extends ProgressView {
  courseId: string;
  title: string;
  contentType: ContentType;
  authorName: string;
  enrolledAt: string;
  lessonCount: number;
  lessons: DoneLessonView[];
}

/** A learner of an item, as its author sees them. */
export interface LearnerView extends ProgressView {
  user: UserCard;
  enrolledAt: string;
}

/** A learner of one of the viewer's items. */
export interface OwnLearnerView extends LearnerView {
  course: { id: string; title: string };
}

/** Query of GET /api/library. */
export type ListLibraryQuery = z.infer<typeof enrollmentSchemas.listLibrary.query>;
/** Query of GET /api/courses/:id/learners. */
export type ListLearnersQuery = z.infer<typeof enrollmentSchemas.listLearners.query>;
/** Query of GET /api/learners. */
export type ListOwnLearnersQuery = z.infer<typeof enrollmentSchemas.listOwnLearners.query>;
/** Body of PUT /api/courses/:id/progress. */
export type SetProgressInput = z.infer<typeof enrollmentSchemas.setProgress.body>;

/** Body of POST /api/courses/:id/lessons/:lessonId/answers. */
export type AnswerQuizInput = z.infer<typeof enrollmentSchemas.answerQuiz.body>;

/** Learning: enrollment, progress, downloads, the Library and the roster of an item. */
export const enrollmentEndpoints = endpoints<typeof enrollmentSchemas>()({
  listLibrary: endpoint<LibraryItemView[]>()({ method: 'GET', path: '/api/library', who: 'signedIn', isPage: true }),
  /** The authors of the items of a tab by name, 100 at most, for its filter. */
  listLibraryAuthors: endpoint<LibraryAuthorView[]>()({
    method: 'GET',
    path: '/api/library-authors',
    who: 'signedIn',
  }),
  /** The items that the user is enrolled in, with the lessons that are done, latest enrollment first. */
  listLearningRecord: endpoint<LearningRecordView[]>()({
    method: 'GET',
    path: '/api/learning-record',
    who: 'signedIn',
    isPage: true,
  }),
  /** Exports the whole learning record as text/csv, one line per lesson that is done. */
  exportLearningRecord: endpoint<string>()({
    method: 'GET',
    path: '/api/learning-record.csv',
    isCounted: true,
    who: 'signedIn',
    limit: 'recordExports',
    isNavigable: true,
  }),
  /** Hides an item from the Library or shows it again. */
  archiveLibraryItem: endpoint<void>()({
    method: 'PUT',
    path: '/api/library/:id/archived',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  /** Enrolls in a free item. */
  enroll: endpoint<{ enrollmentId: string }>()({
    method: 'POST',
    path: '/api/courses/:id/enroll',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'ALREADY_ENROLLED', 'OWN_ITEM', 'PAYMENT_REQUIRED', 'WRONG_STATE'],
    status: 201,
    limit: 'enrollments',
    untilConfirmed: 'counted',
  }),
  /** Leaves a free item; the progress is deleted. */
  leaveCourse: endpoint<void>()({
    method: 'DELETE',
    path: '/api/courses/:id/enroll',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'WRONG_STATE'],
  }),
  /** A lesson for its author, the users who are enrolled, and anyone who sees the item when it is a preview. */
  getLesson: endpoint<LessonView>()({
    method: 'GET',
    path: '/api/courses/:id/lessons/:lessonId',
    isCounted: true,
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_ENTITLED'],
  }),
  /** Stores that a lesson is done or not, or the position in a file. */
  setProgress: endpoint<ProgressView>()({
    method: 'PUT',
    path: '/api/courses/:id/progress',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_ENTITLED', 'WRONG_STATE'],
  }),
  listFilePositions: endpoint<FilePositionView[]>()({
    method: 'GET',
    path: '/api/courses/:id/positions',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_ENTITLED'],
  }),
  /** Checks the answers of a quiz, one option per question; the lesson counts as done. */
  answerQuiz: endpoint<QuizResultView>()({
    method: 'POST',
    path: '/api/courses/:id/lessons/:lessonId/answers',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_ENTITLED', 'STALE'],
  }),
  /** Opens a file of an item in the page, with Range. */
  openCourseFile: endpoint<Blob>()({
    method: 'GET',
    path: '/api/courses/:id/files/:fileId',
    isCounted: true,
    who: 'signedIn',
    isNavigable: true,
    errors: ['NOT_FOUND', 'NOT_ENTITLED'],
  }),
  /** Saves a file of an item, with Range; counted once per user, file and day. */
  downloadCourseFile: endpoint<Blob>()({
    method: 'GET',
    path: '/api/courses/:id/files/:fileId/download',
    isCounted: true,
    who: 'signedIn',
    isNavigable: true,
    errors: ['NOT_FOUND', 'NOT_ENTITLED'],
  }),
  listLearners: endpoint<LearnerView[]>()({
    method: 'GET',
    path: '/api/courses/:id/learners',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_OWNER'],
    isPage: true,
  }),
  /** The learners of all items of the viewer, newest first, inactive ones by their latest activity. */
  listOwnLearners: endpoint<OwnLearnerView[]>()({
    method: 'GET',
    path: '/api/learners',
    who: 'signedIn',
    isPage: true,
  }),
  /** The roster of an item as text/csv, without email addresses. */
  exportLearners: endpoint<string>()({
    method: 'GET',
    path: '/api/courses/:id/learners/export.csv',
    isCounted: true,
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_OWNER'],
    limit: 'learnerExports',
  }),
});
