import type { EntityManager } from '@mikro-orm/postgresql';
import {
  buildCourse,
  buildCourseFile,
  buildEnrollment,
  buildLesson,
  buildLessonUses,
  buildReview,
} from './builders.ts';
import { questionsVersionOf } from '../domains/courses/lesson.view.ts';
import type { TestClient } from './test-client.ts';

/**
 * Statuses of users without any relation to a record; `owner` wrote it, `otherParty` wrote the post around it or has
 * joined the item, `blocked` is blocked by the owner.
 */
export type Cells = { owner: number; otherParty: number; stranger: number; blocked: number } & RoleCells;
/** Statuses of roles for which that of a stranger does not hold. */
type RoleCells = { creator?: number; institution?: number };

/** A request of the permission matrix. */
export interface Call {
  path: string;
  body?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
}

/** An endpoint in the permission matrix: how its request is arranged, and who may send it. */
export interface Case {
  arrange?: () => Promise<Call> | Call;
  cells?: Cells;
}

/** Everyone but the users who are blocked. */
export const everyoneReads = (status: number): Cells => ({
  owner: status,
  otherParty: status,
  stranger: status,
  blocked: 404,
});
/** Who changes an item: its author. */
const authorChanges = (status: number): Cells => ({ owner: status, otherParty: 403, stranger: 403, blocked: 404 });
/** Who uses an item: its author, those who joined it, and not those who only see it. */
const learnersUse = (status: number): Cells => ({ owner: status, otherParty: status, stranger: 403, blocked: 404 });

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const QUESTION = { text: '1 + 1', options: ['1', '2'], correct: 1, explanation: '' };

/** Ids of an item and of its parts; `upload` is the upload behind its file. */
interface ItemIds {
  course: string;
  section: string;
  lesson: string;
  file: string;
  upload: string;
  review: string;
}

interface ItemSettings {
  em: () => EntityManager;
  /** The author. */
  owner: () => TestClient;
  /** The user who has joined the item. */
  otherPartyId: () => string;
}

type Arrange = (path: (ids: ItemIds) => string, body?: (ids: ItemIds) => object) => () => Promise<Call>;

/** Makes the part of the permission matrix that is about items and about learning. */
export function makeItemCases(settings: ItemSettings): Record<string, Case> {
  const item = arrangeItems(settings);
  return { ...catalogueCases(item, settings), ...authorCases(item), ...learnerCases(item), ...reviewCases(item) };
}

async function upload(client: TestClient, purpose: 'course-file' | 'course-image'): Promise<string> {
  const form = new FormData();
  if (purpose === 'course-file') form.set('file', new Blob(['Exercises 1 to 7.']), 'exercises.txt');
  else form.set('file', new Blob([PIXEL], { type: 'image/png' }), 'pixel.png');
  return String((await client.post(`/api/uploads?purpose=${purpose}`, { form })).body['fileId']);
}

/** Makes requests about a free item of the owner with a quiz and a file, which the other party joined and reviewed. */
function arrangeItems({ em, owner, otherPartyId }: ItemSettings): Arrange {
  let uploaded: Promise<string> | undefined;
  return (path, body) => async () => {
    const { id: course } = await buildCourse(em(), { userId: owner().user?.id ?? '', price: 0 });
    const lesson = await buildLesson(em(), { courseId: course, kind: 'quiz', questions: [QUESTION] });
    uploaded ??= upload(owner(), 'course-file');
    const fileId = await uploaded;
    const file = await buildCourseFile(em(), { courseId: course, fileId });
    await buildEnrollment(em(), { courseId: course, userId: otherPartyId(), progress: 100 });
    await buildLessonUses(em(), { courseId: course, userId: otherPartyId(), opened: 1, of: 1 });
    const { id: review } = await buildReview(em(), { courseId: course, userId: otherPartyId() });
    const ids = { course, section: String(lesson.sectionId), lesson: lesson.id, file: file.id, upload: fileId, review };
    return { path: path(ids), ...(body && { body: body(ids) }) };
  };
}

function catalogueCases(item: Arrange, { em, owner }: ItemSettings): Record<string, Case> {
  return {
    getCourseMeta: {},
    listCourses: { arrange: () => ({ path: '/api/courses?q=algebra' }) },
    listCourseCards: { arrange: item(({ course }) => `/api/course-cards?ids=${course}`) },
    listKnownLearners: {
      arrange: item(({ course }) => `/api/courses/${course}/known-learners`),
      cells: everyoneReads(200),
    },
    getCourse: { arrange: item(({ course }) => `/api/courses/${course}`), cells: everyoneReads(200) },
    // Visitors see it, and so does a user whom a block separates from the author.
    getPublicCourse: {
      arrange: item(({ course }) => `/api/public/courses/${course}`),
      cells: { owner: 200, otherParty: 200, stranger: 200, blocked: 200 },
    },
    openPublicFile: {
      arrange: async () => {
        const { id: courseId } = await buildCourse(em(), { userId: owner().user?.id ?? '' });
        const fileId = await upload(owner(), 'course-file');
        const { id } = await buildCourseFile(em(), { courseId, fileId, isPreview: true });
        return { path: `/api/public/courses/${courseId}/files/${id}` };
      },
      cells: { owner: 200, otherParty: 200, stranger: 200, blocked: 200 },
    },
    getCourseImage: {
      arrange: async () => {
        const imageFileId = await upload(owner(), 'course-image');
        const { id } = await buildCourse(em(), { userId: owner().user?.id ?? '', imageFileId });
        return { path: `/api/courses/${id}/image` };
      },
      cells: everyoneReads(200),
    },
    createCourse: {
      arrange: () => ({
        path: '/api/courses',
        body: { title: 'Notes', description: '', contentType: 'ebook', category: null, price: 0, forSale: false },
      }),
    },
  };
}

/** What only the author may do; the status is that of a success. */
function authorCases(item: Arrange): Record<string, Case> {
  const rows: Record<string, [number, path: (ids: ItemIds) => string, body?: (ids: ItemIds) => object]> = {
    editCourse: [200, () => '', () => ({ forSale: false })],
    publishCourse: [200, () => '/publish'],
    unpublishCourse: [200, () => '/unpublish'],
    removeCourse: [200, () => ''],
    addCourseChange: [201, () => '/changes', () => ({ note: 'Longer.', notify: false })],
    addCourseFile: [201, () => '/files', (ids) => ({ uploadId: ids.upload, title: 'Again', isPreview: true })],
    editCourseFile: [200, ({ file }) => `/files/${file}`, () => ({ isPreview: true })],
    removeCourseFile: [204, ({ file }) => `/files/${file}`],
    orderCourse: [
      200,
      () => '/order',
      ({ file, section, lesson }) => ({ fileIds: [file], sections: [{ id: section, lessonIds: [lesson] }] }),
    ],
    createSection: [201, () => '/sections', () => ({ title: 'More' })],
    renameSection: [200, ({ section }) => `/sections/${section}`, () => ({ title: 'Less' })],
    removeSection: [204, ({ section }) => `/sections/${section}`],
    createLesson: [
      201,
      () => '/lessons',
      ({ section: sectionId }) => ({ sectionId, title: 'Means', kind: 'text', text: 'All.', isPreview: false }),
    ],
    editLesson: [200, ({ lesson }) => `/lessons/${lesson}`, () => ({ title: 'Sums' })],
    removeLesson: [204, ({ lesson }) => `/lessons/${lesson}`],
  };
  return Object.fromEntries(
    Object.entries(rows).map(([name, [status, path, body]]) => [
      name,
      { arrange: item((ids) => `/api/courses/${ids.course}${path(ids)}`, body), cells: authorChanges(status) },
    ]),
  );
}

function learnerCases(item: Arrange): Record<string, Case> {
  return {
    listLibrary: { arrange: () => ({ path: '/api/library?tab=enrolled' }) },
    listLibraryAuthors: { arrange: () => ({ path: '/api/library-authors?tab=enrolled' }) },
    archiveLibraryItem: {
      arrange: item(
        ({ course }) => `/api/library/${course}/archived`,
        () => ({ isArchived: true }),
      ),
      cells: { owner: 404, otherParty: 204, stranger: 404, blocked: 404 },
    },
    // No one joins an own item, or one again.
    enroll: {
      arrange: item(({ course }) => `/api/courses/${course}/enroll`),
      cells: { owner: 409, otherParty: 409, stranger: 201, blocked: 404 },
    },
    leaveCourse: { arrange: item(({ course }) => `/api/courses/${course}/enroll`), cells: everyoneReads(204) },
    getLesson: {
      arrange: item(({ course, lesson }) => `/api/courses/${course}/lessons/${lesson}`),
      cells: learnersUse(200),
    },
    // The author has no progress.
    setProgress: {
      arrange: item(
        ({ course }) => `/api/courses/${course}/progress`,
        ({ lesson: lessonId }) => ({ lessonId, isDone: true }),
      ),
      cells: { ...learnersUse(200), owner: 403 },
    },
    answerQuiz: {
      arrange: item(
        ({ course, lesson }) => `/api/courses/${course}/lessons/${lesson}/answers`,
        () => ({ questionsVersion: questionsVersionOf([QUESTION]), answers: [1] }),
      ),
      cells: { ...learnersUse(200), owner: 403 },
    },
    listFilePositions: { arrange: item(({ course }) => `/api/courses/${course}/positions`), cells: learnersUse(200) },
    openCourseFile: {
      arrange: item(({ course, file }) => `/api/courses/${course}/files/${file}`),
      cells: learnersUse(200),
    },
    downloadCourseFile: {
      arrange: item(({ course, file }) => `/api/courses/${course}/files/${file}/download`),
      cells: learnersUse(200),
    },
    listOwnLearners: { arrange: () => ({ path: '/api/learners' }) },
    exportLearners: {
      arrange: item(({ course }) => `/api/courses/${course}/learners/export.csv`),
      cells: authorChanges(200),
    },
    listLearners: { arrange: item(({ course }) => `/api/courses/${course}/learners`), cells: authorChanges(200) },
  };
}

function reviewCases(item: Arrange): Record<string, Case> {
  const ofCourse = (part: string) => (ids: ItemIds) => `/api/courses/${ids.course}/${part}`;
  const reply = ({ course, review }: ItemIds) => `/api/courses/${course}/reviews/${review}/reply`;
  return {
    listReviews: { arrange: item(ofCourse('reviews')), cells: everyoneReads(200) },
    getOwnReview: { arrange: item(ofCourse('review')), cells: everyoneReads(200) },
    // No one reviews an own item.
    setReview: {
      arrange: item(ofCourse('review'), () => ({ rating: 5, text: 'Clear.' })),
      cells: { ...learnersUse(200), owner: 409 },
    },
    // Who has left an item, or is blocked by its author, deletes their own review.
    removeReview: {
      arrange: item(ofCourse('review')),
      cells: { owner: 404, otherParty: 204, stranger: 404, blocked: 404 },
    },
    setReviewReply: { arrange: item(reply, () => ({ text: 'Thank you.' })), cells: authorChanges(200) },
    removeReviewReply: { arrange: item(reply), cells: authorChanges(204) },
  };
}
