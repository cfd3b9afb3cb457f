import type { EntityManager } from '@mikro-orm/postgresql';
import {
  buildCourse,
  buildCourseFile,
  buildEnrollment,
  buildFile,
  buildLesson,
  buildPurchase,
  buildReview,
  buildLessonUses,
} from './builders.ts';
import { questionsVersionOf } from '../domains/courses/lesson.view.ts';
import type { TestClient } from './test-client.ts';

/** A write that is repeated: who sends it, and its path, body and headers where the case needs its own. */
export interface Write {
  client: TestClient;
  path?: string;
  body?: object;
  form?: FormData;
  headers?: Record<string, string>;
}
/** Creates the records that a write needs and returns the write. */
export type WriteCase = () => Promise<Write> | Write;
type Cases = Record<string, WriteCase>;

/** What the cases use: ana learns and buys, ben is a teacher and sells. */
interface Settings {
  em: () => EntityManager;
  ana: () => TestClient;
  ben: () => TestClient;
  /** Uploads an image of ben's for a cover and returns its id. */
  uploadCover: () => Promise<string>;
}
interface Ids {
  section: string;
  lesson: string;
  file: string;
}

/** Returns a case for each write of the authors, learners and buyers of items. */
export function itemRetries(settings: Settings): Cases {
  return {
    ...authoringCases(settings),
    ...outlineCases(settings),
    ...learningCases(settings),
    ...purchaseCases(settings),
    ...reviewCases(settings),
  };
}

function authoringCases(settings: Settings): Cases {
  const { em, ana, ben } = settings;
  return {
    createCourse: async () => ({
      client: ben(),
      body: {
        title: 'Once',
        description: '',
        contentType: 'course',
        category: null,
        price: 500,
        forSale: true,
        imageFileId: await settings.uploadCover(),
      },
    }),
    editCourse: async () => ({ ...(await draft(settings)).to(''), body: { title: 'changed' } }),
    publishCourse: async () => (await draft(settings)).to('/publish'),
    unpublishCourse: async () => ({ client: ben(), path: `/api/courses/${await published(settings)}/unpublish` }),
    removeCourse: async () => (await draft(settings)).to(''),
    addCourseChange: async () => {
      const courseId = await published(settings);
      await buildEnrollment(em(), { userId: idOf(ana()), courseId });
      return { client: ben(), path: `/api/courses/${courseId}/changes`, body: { note: 'Longer.', notify: true } };
    },
  };
}

function outlineCases(settings: Settings): Cases {
  const uploadId = async (): Promise<string> =>
    (await buildFile(settings.em(), { ownerId: idOf(settings.ben()), purpose: 'course-file' })).id;
  const write = async (suffix: (ids: Ids) => string, body?: (ids: Ids) => object): Promise<Write> => {
    const { ids, to } = await draft(settings);
    return { ...to(suffix(ids)), ...(body && { body: body(ids) }) };
  };
  return {
    addCourseFile: async () => ({
      ...(await draft(settings)).to('/files'),
      body: { uploadId: await uploadId(), title: 'More', isPreview: false },
    }),
    editCourseFile: async () => ({
      ...(await write(({ file }) => `/files/${file}`)),
      body: { uploadId: await uploadId() },
    }),
    removeCourseFile: () => write(({ file }) => `/files/${file}`),
    orderCourse: () =>
      write(
        () => '/order',
        ({ file, section, lesson }) => ({ fileIds: [file], sections: [{ id: section, lessonIds: [lesson] }] }),
      ),
    createSection: async () => ({ ...(await draft(settings)).to('/sections'), body: { title: 'More' } }),
    renameSection: async () => ({ ...(await write(({ section }) => `/sections/${section}`)), body: { title: 'Less' } }),
    removeSection: () => write(({ section }) => `/sections/${section}`),
    createLesson: () =>
      write(
        () => '/lessons',
        ({ section }) => ({ sectionId: section, title: 'Sums', kind: 'text', text: 'All of them.', isPreview: false }),
      ),
    editLesson: async () => ({ ...(await write(({ lesson }) => `/lessons/${lesson}`)), body: { title: 'Sums' } }),
    removeLesson: () => write(({ lesson }) => `/lessons/${lesson}`),
  };
}

function learningCases(settings: Settings): Cases {
  const { em, ana, ben } = settings;
  const questions = [{ text: '1 + 1', options: ['1', '2'], correct: 1, explanation: '' }];
  /** An item of ben with a quiz, which ana has joined and opened. */
  const joined = async (): Promise<{ client: TestClient; item: string; lesson: string }> => {
    const { id: courseId } = await buildCourse(em(), { userId: idOf(ben()), price: 0 });
    await buildEnrollment(em(), { userId: idOf(ana()), courseId });
    const { id } = await buildLesson(em(), { courseId, kind: 'quiz', questions });
    await buildLessonUses(em(), { userId: idOf(ana()), courseId, opened: 1, of: 1 });
    return { client: ana(), item: courseId, lesson: id };
  };
  return {
    enroll: async () => {
      const { id } = await buildCourse(em(), { userId: idOf(ben()), price: 0 });
      return { client: ana(), path: `/api/courses/${id}/enroll` };
    },
    leaveCourse: async () => {
      const { client, item } = await joined();
      return { client, path: `/api/courses/${item}/enroll` };
    },
    archiveLibraryItem: async () => {
      const { client, item } = await joined();
      return { client, path: `/api/library/${item}/archived`, body: { isArchived: true } };
    },
    setProgress: async () => {
      const { client, item, lesson } = await joined();
      return { client, path: `/api/courses/${item}/progress`, body: { lessonId: lesson, isDone: true } };
    },
    answerQuiz: async () => {
      const { client, item, lesson } = await joined();
      const body = { questionsVersion: questionsVersionOf(questions), answers: [1] };
      return { client, path: `/api/courses/${item}/lessons/${lesson}/answers`, body };
    },
  };
}

function purchaseCases(settings: Settings): Cases {
  const { em, ana, ben } = settings;
  /** A purchase of ana's from ben. */
  const bought = async (fields: object = {}): Promise<string> =>
    (await buildPurchase(em(), { buyerId: idOf(ana()), sellerId: idOf(ben()), ...fields })).id;
  return {
    purchaseCourse: async () => ({
      client: ana(),
      path: `/api/courses/${await published(settings)}/purchase`,
      body: { expectedPrice: 1_500, expectedCurrency: 'USD' },
    }),
    finishTestPayment: async () => {
      const courseId = await published(settings);
      const id = await bought({ courseId, status: 'pending', paidAt: null, receiptNumber: null });
      return { client: ana(), path: `/api/purchases/${id}/test-payment`, body: { outcome: 'paid' } };
    },
    requestRefund: async () => ({ client: ana(), path: `/api/purchases/${await bought()}/refund`, body: {} }),
    decideRefund: async () => ({
      client: ben(),
      path: `/api/sales/${await bought()}/refund`,
      body: { decision: 'refund' },
    }),
  };
}

function reviewCases(settings: Settings): Cases {
  const { em, ana, ben } = settings;
  /** An item of ben that ana has finished. */
  const finished = async (): Promise<string> => {
    const courseId = await published(settings);
    await buildEnrollment(em(), { userId: idOf(ana()), courseId, progress: 100 });
    await buildLessonUses(em(), { userId: idOf(ana()), courseId, opened: 1, of: 1 });
    return courseId;
  };
  /** The reply to a review of ana's. */
  const reply = async (): Promise<{ client: TestClient; path: string }> => {
    const courseId = await finished();
    const { id } = await buildReview(em(), { userId: idOf(ana()), courseId, rating: 2 });
    return { client: ben(), path: `/api/courses/${courseId}/reviews/${id}/reply` };
  };
  return {
    setReview: async () => ({
      client: ana(),
      path: `/api/courses/${await finished()}/review`,
      body: { rating: 4, text: 'once' },
    }),
    removeReview: async () => {
      const courseId = await finished();
      await buildReview(em(), { userId: idOf(ana()), courseId, rating: 2 });
      return { client: ana(), path: `/api/courses/${courseId}/review` };
    },
    setReviewReply: async () => ({ ...(await reply()), body: { text: 'once' } }),
    removeReviewReply: async () => {
      const write = await reply();
      await ben().put(write.path, { body: { text: 'once' } });
      return write;
    },
  };
}

/** A published item of ben's. */
async function published({ em, ben }: Settings): Promise<string> {
  return (await buildCourse(em(), { userId: idOf(ben()) })).id;
}

/** A draft of ben's with a lesson and a file. */
async function draft({ em, ben }: Settings): Promise<{ ids: Ids; to: (suffix: string) => Write }> {
  const { id } = await buildCourse(em(), { userId: idOf(ben()), status: 'draft', publishedAt: null });
  const lesson = await buildLesson(em(), { courseId: id });
  const file = await buildCourseFile(em(), { courseId: id });
  return {
    ids: { section: String(lesson.sectionId), lesson: lesson.id, file: file.id },
    to: (suffix) => ({ client: ben(), path: `/api/courses/${id}${suffix}` }),
  };
}

function idOf(client: TestClient): string {
  return client.user?.id ?? '';
}
