import * as z from 'zod/mini';
import { CONTENT_TYPES, COURSE_CATEGORIES, COURSE_SORTS, LESSON_KINDS, type LessonKind } from './courses.ts';
import { ROLES, type EndpointSchemas } from './endpoint.ts';
import { idParamsSchema, idSchema, idsSchema, numberTextSchema, pageFields, pageQuerySchema } from './page.schema.ts';
import { COURSE_LIMITS as L } from '../limits.ts';
import { ONE_LINE, UNSTACKED, VISIBLE } from '../readable.ts';
import { httpsLinkSchema, textSchema } from './text.schema.ts';

const text = (name: string, max: number) => textSchema(`Write ${name}`, max, `At most ${max} characters`);
const line = (name: string, max: number) =>
  text(name, max).check(
    z.regex(ONE_LINE, 'Write it on one line'),
    z.regex(UNSTACKED, 'There are too many marks on one letter'),
  );
const title = line('a title', L.titleMaxChars).check(z.regex(VISIBLE, 'Write a title'));
const price = z
  .int('The price is a whole number of cents')
  .check(z.minimum(0, 'The price starts at 0'), z.maximum(L.priceMax, 'This price is too high'));
const priceText = numberTextSchema(/^\d{1,9}$/, 'A price is a whole number of cents');

const fields = {
  title,
  description: text('a description', L.descriptionMaxChars),
  contentType: z.enum(CONTENT_TYPES, 'Choose a type'),
  category: z.nullable(z.enum(COURSE_CATEGORIES, 'Choose a subject from the list')),
  price,
  forSale: z.boolean('Choose whether it is for sale'),
  /** The id of an uploaded cover; null removes it. */
  imageFileId: z.nullable(idSchema),
};

const question = z
  .strictObject({
    text: text('a question', L.questionMaxChars).check(z.regex(VISIBLE, 'Write a question')),
    options: z
      .array(line('an option', L.optionMaxChars).check(z.regex(VISIBLE, 'Write an option')))
      .check(z.minLength(2, 'A question has at least two options'), z.maxLength(L.optionsMax, 'At most six options')),
    correct: z.int('Choose the correct option').check(z.minimum(0, 'Choose the correct option')),
    explanation: text('an explanation', L.questionMaxChars),
  })
  .check(
    z.refine(({ options, correct }) => correct < options.length, {
      path: ['correct'],
      message: 'Choose the correct option',
    }),
  );

const lessonContent = {
  text: z.optional(text('the lesson', L.lessonMaxChars)),
  linkUrl: z.optional(httpsLinkSchema('Write a link', L.linkMaxChars)),
  fileId: z.optional(idSchema),
  questions: z.optional(
    z
      .array(question)
      .check(
        z.minLength(1, 'Write at least one question'),
        z.maxLength(L.questionsMax, `At most ${L.questionsMax} questions`),
      ),
  ),
};

/** The field that a lesson of each kind requires. */
const CONTENT_OF = { text: 'text', link: 'linkUrl', file: 'fileId', quiz: 'questions' } as const;
type LessonContent = { [Kind in keyof typeof CONTENT_OF as (typeof CONTENT_OF)[Kind]]?: unknown };
const contentFields = Object.values(CONTENT_OF);

/** Body of POST /api/courses/:id/lessons: exactly the content of its kind. */
export const createLessonSchema = z
  .strictObject({
    sectionId: idSchema,
    title,
    kind: z.enum(LESSON_KINDS, 'Choose a kind of lesson'),
    isPreview: z.boolean('Choose whether it is a preview'),
    ...lessonContent,
  })
  .check(
    ...contentFields.map((field) =>
      z.refine<LessonContent & { kind: LessonKind }>(
        (lesson) => CONTENT_OF[lesson.kind] !== field || (lesson[field] !== undefined && lesson[field] !== ''),
        { path: [field], message: 'Add the content of the lesson' },
      ),
    ),
    ...contentFields.map((field) =>
      z.refine<LessonContent & { kind: LessonKind }>(
        (lesson) => CONTENT_OF[lesson.kind] === field || lesson[field] === undefined,
        { path: [field], message: 'This belongs to another kind' },
      ),
    ),
  );

const fileParams = z.strictObject({ id: idSchema, fileId: idSchema });
const sectionParams = z.strictObject({ id: idSchema, sectionId: idSchema });
const lessonParams = z.strictObject({ id: idSchema, lessonId: idSchema });
const notEmpty = (path: string) =>
  z.refine<object>((input) => Object.keys(input).length > 0, { path: [path], message: 'Change something' });

/** Inputs of courseEndpoints by endpoint name. */
export const courseSchemas = {
  listPublicCourses: { query: pageQuerySchema(L.pageMaxItems) },
  /** `v` changes with the cover, so that browsers can store it. */
  getPublicCourse: { params: idParamsSchema },
  /** With `download=1` the file is sent as it is, to be saved; otherwise what the page shows of it. */
  openPublicFile: {
    params: fileParams,
    query: z.strictObject({ download: z.optional(z.literal('1', 'download is 1 or omitted')) }),
  },
  getCourseImage: { params: idParamsSchema, query: z.strictObject({ v: z.optional(idSchema) }) },
  listCourses: {
    query: z
      .strictObject({
        q: z.optional(text('what to look for', L.searchMaxChars)),
        category: z.optional(z.enum(COURSE_CATEGORIES, 'Choose a subject from the list')),
        contentType: z.optional(z.enum(CONTENT_TYPES, 'Choose a type')),
        price: z.optional(z.enum(['free', 'paid'], 'Choose free or paid')),
        min: z.optional(priceText),
        max: z.optional(priceText),
        authorId: z.optional(idSchema),
        authorRole: z.optional(z.enum(ROLES, 'Choose a role')),
        institution: z.optional(text('an institution', L.institutionMaxChars)),
        sort: z.optional(z.enum(COURSE_SORTS, 'Choose recent, popular, rating or price')),
        mine: z.optional(z.literal('true', 'mine is true or omitted')),
        status: z.optional(z.literal('published', 'status is published or omitted')),
        ...pageFields(L.pageMaxItems),
      })
      .check(
        z.refine(({ min, max }) => min === undefined || max === undefined || Number(min) <= Number(max), {
          path: ['max'],
          message: 'The highest price must not be below the lowest',
        }),
      ),
  },
  listCourseCards: { query: z.strictObject({ ids: idsSchema(L.pageMaxItems, 'the items') }) },
  createCourse: { body: z.strictObject({ ...fields, imageFileId: z.optional(fields.imageFileId) }) },
  getCourse: { params: idParamsSchema },
  editCourse: { params: idParamsSchema, body: z.partial(z.strictObject(fields)).check(notEmpty('title')) },
  publishCourse: { params: idParamsSchema },
  unpublishCourse: { params: idParamsSchema },
  removeCourse: { params: idParamsSchema },
  addCourseChange: {
    params: idParamsSchema,
    body: z.strictObject({
      note: text('what changed', L.noteMaxChars).check(z.regex(VISIBLE, 'Write what changed')),
      notify: z.boolean('Choose whether learners are notified'),
    }),
  },
  addCourseFile: {
    params: idParamsSchema,
    body: z.strictObject({ uploadId: idSchema, title, isPreview: z.boolean('Choose whether it is a preview') }),
  },
  editCourseFile: {
    params: fileParams,
    body: z
      .partial(z.strictObject({ uploadId: idSchema, title, isPreview: z.boolean('Choose whether it is a preview') }))
      .check(notEmpty('title')),
  },
  removeCourseFile: { params: fileParams },
  orderCourse: {
    params: idParamsSchema,
    body: z.strictObject({
      fileIds: z.array(idSchema).check(z.maxLength(L.filesMax, 'There are too many files')),
      sections: z
        .array(
          z.strictObject({
            id: idSchema,
            lessonIds: z.array(idSchema).check(z.maxLength(L.lessonsMax, 'There are too many lessons')),
          }),
        )
        .check(z.maxLength(L.sectionsMax, 'There are too many sections')),
    }),
  },
  createSection: { params: idParamsSchema, body: z.strictObject({ title }) },
  renameSection: { params: sectionParams, body: z.strictObject({ title }) },
  removeSection: { params: sectionParams },
  createLesson: { params: idParamsSchema, body: createLessonSchema },
  /** The kind of a lesson does not change; the service checks that the content belongs to it. */
  editLesson: {
    params: lessonParams,
    body: z
      .partial(z.strictObject({ title, isPreview: z.boolean('Choose whether it is a preview'), ...lessonContent }))
      .check(notEmpty('title')),
  },
  removeLesson: { params: lessonParams },
} satisfies EndpointSchemas;
