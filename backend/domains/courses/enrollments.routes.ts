import { enrollmentSchemas } from '#shared/api/enrollments.schema.ts';
import { enrollmentEndpoints } from '#shared/api/enrollments.ts';
import type { FileStore } from '../../gateways/file-store.ts';
import type { Pool } from '../../db/pool.ts';
import { RESPONDED, routesWith } from '../../http/route.ts';
import { downloadCourseFile, openCourseFile } from './downloads.service.ts';
import { archiveLibraryItem, enroll, leaveCourse } from './enrollments.service.ts';
import { listLearners, listOwnLearners, sendLearners } from './learners.list.ts';
import { listLearningRecord, sendLearningRecord } from './learning-record.list.ts';
import { answerQuiz, listFilePositions, loadLessonView, setProgress } from './learning.service.ts';
import { listLibrary, listLibraryAuthors } from './library.list.ts';

/** Dependencies of these routes. */
interface EnrollmentDeps {
  currency: string;
  /** The pool of expensive reads, so that other requests do not wait for an export. */
  searchPool: Pool;
  uploads: { store: FileStore };
}

/** Routes of learning. The reads of files write their own responses. */
export const enrollmentRoutes = routesWith<EnrollmentDeps>()(enrollmentEndpoints, enrollmentSchemas, {
  listLibrary: ({ pool, deps, identity, query }) =>
    listLibrary(pool, deps.currency, { ...query, viewerId: identity.id }),
  listLibraryAuthors: ({ pool, identity, query }) => listLibraryAuthors(pool, identity.id, query),
  listLearningRecord: ({ pool, identity, query }) => listLearningRecord(pool, identity.id, query),
  exportLearningRecord: async ({ deps, identity, res }) => {
    await sendLearningRecord(deps.searchPool, identity.id, res);
    return RESPONDED;
  },
  archiveLibraryItem: {
    onPool: ({ client, identity, params, body }) =>
      archiveLibraryItem(client, identity.id, { courseId: params.id, isArchived: body.isArchived }),
  },
  enroll: { onPool: ({ client, identity, params }) => enroll(client, identity.id, params.id) },
  leaveCourse: { onPool: ({ client, identity, params }) => leaveCourse(client, identity.id, params.id) },
  getLesson: ({ pool, identity, params }) =>
    loadLessonView(pool, identity.id, { courseId: params.id, lessonId: params.lessonId }),
  setProgress: {
    onPool: ({ client, identity, params, body }) => setProgress(client, identity.id, { ...body, courseId: params.id }),
  },
  listFilePositions: ({ pool, identity, params }) => listFilePositions(pool, identity.id, params.id),
  answerQuiz: {
    onPool: ({ client, identity, params, body }) =>
      answerQuiz(client, identity.id, { courseId: params.id, lessonId: params.lessonId, ...body }),
  },
  openCourseFile: async ({ pool, deps, identity, params, req, res }) => {
    const request = { courseId: params.id, fileId: params.fileId, viewerId: identity.id };
    await openCourseFile({ pool, store: deps.uploads.store, req, res }, request);
    return RESPONDED;
  },
  downloadCourseFile: async ({ pool, deps, identity, params, req, res }) => {
    const request = { courseId: params.id, fileId: params.fileId, viewerId: identity.id };
    await downloadCourseFile({ pool, store: deps.uploads.store, req, res }, request);
    return RESPONDED;
  },
  listLearners: ({ pool, identity, params, query }) =>
    listLearners(pool, identity.id, { ...query, courseId: params.id }),
  listOwnLearners: ({ pool, identity, query }) => listOwnLearners(pool, identity.id, query),
  exportLearners: async ({ deps, identity, params, query, res }) => {
    await sendLearners(deps.searchPool, identity.id, { ...query, courseId: params.id, res });
    return RESPONDED;
  },
});
