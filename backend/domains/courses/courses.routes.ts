import { courseSchemas } from '#shared/api/courses.schema.ts';
import { courseEndpoints } from '#shared/api/courses.ts';
import type { Role } from '#shared/api/endpoint.ts';
import type { Pool } from '../../db/pool.ts';
import type { Payments } from '../../gateways/payments.ts';
import { actingAs, type Identity } from '../../http/identity.ts';
import { RESPONDED, routesWith } from '../../http/route.ts';
import { inSearchTurn } from '../../http/search-places.ts';
import { editedVersion } from '../../http/text-version.ts';
import { sendFile } from '../files/file-stream.service.ts';
import type { UploadDeps } from '../files/uploads.service.ts';
import { loadCourseImage } from './course.access.ts';
import { addCourseChange } from './course-changes.service.ts';
import { loadCourseDetail } from './course-detail.view.ts';
import { addCourseFile, editCourseFile, removeCourseFile } from './course-files.service.ts';
import { listCourseCards, listCourses, type CourseCounts } from './courses.list.ts';
import { listPublicCourses, loadPublicCourse, loadPublicFile } from './courses.public.ts';
import {
  createCourse,
  editCourse,
  publishCourse,
  removeCourse,
  unpublishCourse,
  type Authoring,
} from './courses.service.ts';
import {
  createLesson,
  createSection,
  editLesson,
  orderCourse,
  removeLesson,
  removeSection,
  renameSection,
} from './outline.service.ts';

/** Dependencies of these routes. */
interface CourseDeps {
  currency: string;
  approvedRoles: readonly Role[];
  /** The pool of expensive reads, such as filtered lists. */
  searchPool: Pool;
  courseCounts: () => Promise<CourseCounts>;
  /** How items are paid for; null: nothing can be bought. */
  payments: Pick<Payments, 'provider'> | null;
  refundDays: number;
  uploads: UploadDeps;
}

function authoringOf({ approvedRoles, currency }: CourseDeps, identity: Identity): Authoring {
  return { author: actingAs(identity, approvedRoles), currency };
}

/** Routes of items. */
export const courseRoutes = routesWith<CourseDeps>()(courseEndpoints, courseSchemas, {
  listPublicCourses: ({ pool, deps, query }) => listPublicCourses(pool, deps.currency, query),
  getPublicCourse: ({ pool, deps, params }) => loadPublicCourse(pool, deps.currency, params.id),
  openPublicFile: async ({ pool, deps, params: { id: courseId, fileId }, query, req, res }) => {
    const isDownload = query.download === '1';
    // A search engine lists the page of the item instead.
    res.setHeader('X-Robots-Tag', 'noindex');
    await sendFile(deps.uploads.store, await loadPublicFile(pool, { courseId, fileId, isDownload }), {
      req,
      res,
      isDownload,
    });
    return RESPONDED;
  },
  getCourseImage: async ({ pool, deps, identity, params, query, req, res }) => {
    const request = { courseId: params.id, viewerId: identity?.id ?? null, version: query.v };
    await sendFile(deps.uploads.store, await loadCourseImage(pool, request), { req, res });
    return RESPONDED;
  },
  getCourseMeta: async ({ deps: { currency, payments, refundDays, courseCounts } }) => ({
    currency,
    payments: payments?.provider ?? null,
    refundDays,
    ...(await courseCounts()),
  }),
  listCourses: ({ pool, deps, req, identity, query }) => {
    const { searchPool, currency } = deps;
    const inTurn = <T>(read: () => Promise<T>) => inSearchTurn({ deps, req }, read);
    return listCourses({ pool, searchPool, inTurn, viewerId: identity.id, currency }, query);
  },
  listCourseCards: ({ pool, deps: { currency }, identity, query }) =>
    listCourseCards({ pool, viewerId: identity.id, currency }, query.ids),
  createCourse: ({ tx, deps, identity, body }) => createCourse(tx, authoringOf(deps, identity), body),
  getCourse: ({ pool, deps, identity, params }) =>
    loadCourseDetail(pool, params.id, { viewerId: identity.id, currency: deps.currency }),
  editCourse: ({ tx, deps, identity, params, body, req }) =>
    editCourse(tx, authoringOf(deps, identity), { ...body, ...params, version: editedVersion(req) }),
  publishCourse: ({ tx, deps, identity, params }) => publishCourse(tx, authoringOf(deps, identity), params.id),
  unpublishCourse: ({ tx, deps, identity, params }) => unpublishCourse(tx, authoringOf(deps, identity), params.id),
  removeCourse: ({ tx, identity, params }) => removeCourse(tx, identity.id, params.id),
  addCourseChange: ({ tx, identity, params, body }) =>
    addCourseChange(tx, identity.id, { ...body, courseId: params.id }),
  addCourseFile: ({ tx, identity, params, body }) => addCourseFile(tx, identity.id, { ...body, courseId: params.id }),
  editCourseFile: ({ tx, identity, params: { id: courseId, fileId }, body }) =>
    editCourseFile(tx, identity.id, { ...body, courseId, fileId }),
  removeCourseFile: ({ tx, identity, params: { id: courseId, fileId } }) =>
    removeCourseFile(tx, identity.id, { courseId, fileId }),
  orderCourse: ({ tx, deps, identity, params, body }) =>
    orderCourse(tx, authoringOf(deps, identity), { ...body, courseId: params.id }),
  createSection: ({ tx, identity, params, body }) => createSection(tx, identity.id, { ...body, courseId: params.id }),
  renameSection: ({ tx, identity, params: { id: courseId, sectionId }, body }) =>
    renameSection(tx, identity.id, { ...body, courseId, sectionId }),
  removeSection: ({ tx, identity, params: { id: courseId, sectionId } }) =>
    removeSection(tx, identity.id, { courseId, sectionId }),
  createLesson: ({ tx, identity, params, body }) => createLesson(tx, identity.id, { ...body, courseId: params.id }),
  editLesson: ({ tx, identity, params: { id: courseId, lessonId }, body, req }) =>
    editLesson(tx, identity.id, { ...body, courseId, lessonId, version: editedVersion(req) }),
  removeLesson: ({ tx, identity, params: { id: courseId, lessonId } }) =>
    removeLesson(tx, identity.id, { courseId, lessonId }),
});
