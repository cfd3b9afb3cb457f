import { COURSE_SORTS } from '#shared/api/courses.ts';
import { IDENTITIES, SIGNED_IN } from '../identities.ts';
import { SEARCH_WORD } from '../records.ts';
import { about, all, own, withForeignFields, type Call, type Recipe } from './call.ts';

const course = {
  title: 'A',
  description: 'B',
  contentType: 'course',
  category: null,
  price: 0,
  forSale: false,
};
const FOREIGN_UPLOADS = ['courseImage', 'courseUpload', 'postImage', 'messageFile'] as const;
const lesson = { title: 'A', kind: 'text', text: 'B', isPreview: true };

/** A recipe about the victim's draft and about the item of the institution, of which the victim is a learner. */
const aboutItems = (call: Call = {}): Recipe => all(about('course', call), about('item', call));

/** A recipe about a part of the victim's draft, by its own item and by a foreign one. */
const aboutPart =
  (name: 'sectionId' | 'lessonId' | 'fileId', record: 'section' | 'draftLesson' | 'draftFile', body?: object): Recipe =>
  ({ ids }) =>
    [ids.course, ids.item].map((id) => ({ params: { id, [name]: ids[record] }, ...(body && { body }) }));

/** Recipes of items and of what their authors do. */
export const COURSE_RECIPES: Readonly<Record<string, Recipe>> = {
  listPublicCourses: own(IDENTITIES),
  getPublicCourse: all(about('course'), about('item', { open: IDENTITIES })),
  // Neither is a preview.
  openPublicFile: ({ ids }) => [
    { params: { id: ids.course, fileId: ids.draftFile } },
    { params: { id: ids.item, fileId: ids.courseFile } },
  ],
  getCourseImage: about('course'),
  getCourseMeta: own(SIGNED_IN),
  listCourses: all(
    own(SIGNED_IN, ...COURSE_SORTS.map((sort) => ({ query: { sort } })), { query: { mine: 'true' } }),
    ({ ids }) => [
      { query: { q: SEARCH_WORD }, open: SIGNED_IN },
      { query: { authorId: ids.user }, open: SIGNED_IN },
      { query: { authorId: ids.user, mine: 'true' }, open: SIGNED_IN },
      { query: { status: 'draft' } },
      { query: { userId: ids.user } },
    ],
  ),
  createCourse: all(
    own(SIGNED_IN, { body: course }),
    ({ ids }) => [
      ...FOREIGN_UPLOADS.map((name) => ({ body: { ...course, imageFileId: ids[name] } })),
      { body: { ...course, status: 'published' } },
      { body: { ...course, enrollments: 1_000 } },
    ],
    withForeignFields(course),
  ),
  listCourseCards: ({ ids }) => [ids.item, ids.course].map((id) => ({ query: { ids: id }, open: SIGNED_IN })),
  getCourse: all(about('course'), about('item', { open: SIGNED_IN })),
  editCourse: all(aboutItems({ body: { title: 'x' } }), aboutItems({ body: { price: 0 } }), ({ ids }) => [
    { params: { id: ids.course }, body: { title: 'x', userId: ids.user } },
  ]),
  publishCourse: aboutItems(),
  unpublishCourse: aboutItems(),
  addCourseChange: aboutItems({ body: { note: 'x', notify: true } }),
  addCourseFile: ({ ids }) =>
    FOREIGN_UPLOADS.flatMap((name) =>
      [ids.course, ids.item].map((id) => ({
        params: { id },
        body: { uploadId: ids[name], title: 'x', isPreview: true },
      })),
    ),
  editCourseFile: aboutPart('fileId', 'draftFile', { isPreview: true }),
  orderCourse: ({ ids }) => [
    {
      params: { id: ids.course },
      body: { fileIds: [ids.draftFile], sections: [{ id: ids.section, lessonIds: [ids.draftLesson] }] },
    },
    { params: { id: ids.item }, body: { fileIds: [], sections: [] } },
  ],
  createSection: aboutItems({ body: { title: 'x' } }),
  renameSection: aboutPart('sectionId', 'section', { title: 'x' }),
  createLesson: ({ ids }) =>
    [ids.course, ids.item].map((id) => ({ params: { id }, body: { ...lesson, sectionId: ids.section } })),
  editLesson: aboutPart('lessonId', 'draftLesson', { isPreview: true }),
  removeLesson: aboutPart('lessonId', 'draftLesson'),
  removeCourseFile: aboutPart('fileId', 'draftFile'),
  removeSection: aboutPart('sectionId', 'section'),
  removeCourse: aboutItems(),
};
