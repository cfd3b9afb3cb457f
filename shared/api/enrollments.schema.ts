import * as z from 'zod/mini';
import { CONTENT_TYPES, COURSE_CATEGORIES } from './courses.ts';
import type { EndpointSchemas } from './endpoint.ts';
import { LEARNER_FILTERS, LIBRARY_SORTS, LIBRARY_TABS } from './enrollments.ts';
import { idParamsSchema, idSchema, pageFields, pageQuerySchema } from './page.schema.ts';
import { COURSE_LIMITS as L } from '../limits.ts';
import { ONE_LINE } from '../readable.ts';
import { textSchema } from './text.schema.ts';

const lessonParams = z.strictObject({ id: idSchema, lessonId: idSchema });
const fileParams = z.strictObject({ id: idSchema, fileId: idSchema });
const search = textSchema('Write what to look for', L.searchMaxChars, `At most ${L.searchMaxChars} characters`);

const filter = z.optional(z.enum(LEARNER_FILTERS, 'Choose all, inactive, behind or completed'));

/** Inputs of enrollmentEndpoints by endpoint name. */
export const enrollmentSchemas = {
  listLibrary: {
    query: z.strictObject({
      tab: z.enum(LIBRARY_TABS, 'Choose a tab'),
      contentType: z.optional(z.enum(CONTENT_TYPES, 'Choose a type')),
      category: z.optional(z.enum(COURSE_CATEGORIES, 'Choose a subject from the list')),
      price: z.optional(z.enum(['free', 'paid'], 'Choose free or paid')),
      authorId: z.optional(idSchema),
      archived: z.optional(z.literal('true', 'archived is true or omitted')),
      q: z.optional(search),
      sort: z.optional(z.enum(LIBRARY_SORTS, 'Choose recent or title')),
      ...pageFields(L.pageMaxItems),
    }),
  },
  listLibraryAuthors: { query: z.strictObject({ tab: z.enum(LIBRARY_TABS, 'Choose a tab') }) },
  listLearningRecord: { query: pageQuerySchema(L.pageMaxItems) },
  archiveLibraryItem: {
    params: idParamsSchema,
    body: z.strictObject({ isArchived: z.boolean('Choose whether it is archived') }),
  },
  enroll: { params: idParamsSchema },
  leaveCourse: { params: idParamsSchema },
  getLesson: { params: lessonParams },
  setProgress: {
    params: idParamsSchema,
    body: z.union([
      z.strictObject({ lessonId: idSchema, isDone: z.boolean('Choose whether the lesson is done') }),
      z.strictObject({
        fileId: idSchema,
        percent: z.number('The position is a number').check(z.minimum(0, 'At least 0'), z.maximum(1, 'At most 1')),
        position: z
          .string('The position is text')
          .check(z.maxLength(L.positionMaxChars, 'This position is too long'), z.regex(ONE_LINE, 'Not a position')),
      }),
    ]),
  },
  listFilePositions: { params: idParamsSchema },
  answerQuiz: {
    params: lessonParams,
    body: z.strictObject({
      questionsVersion: z
        .string('Send the version of the questions')
        .check(z.maxLength(L.questionsVersionMaxChars, 'This is not a version of the questions')),
      answers: z
        .array(z.int('Choose an option').check(z.minimum(0, 'Choose an option')))
        .check(z.maxLength(L.questionsMax, 'There are too many answers')),
    }),
  },
  openCourseFile: { params: fileParams },
  downloadCourseFile: { params: fileParams },
  listLearners: { params: idParamsSchema, query: z.strictObject({ filter, ...pageFields(L.pageMaxItems) }) },
  listOwnLearners: { query: z.strictObject({ filter, ...pageFields(L.pageMaxItems) }) },
  exportLearners: { params: idParamsSchema, query: z.strictObject({ filter }) },
} satisfies EndpointSchemas;
