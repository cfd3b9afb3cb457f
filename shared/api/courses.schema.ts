import * as z from 'zod/mini';
import { COURSE_LIMITS } from '../limits.ts';
import { cursorSchema, pageSizeSchema } from './page.schema.ts';

/** Query of GET /api/public/courses. */
export const listPublicCoursesSchema = z.strictObject({
  cursor: z.optional(cursorSchema),
  limit: z.optional(pageSizeSchema(COURSE_LIMITS.pageMaxItems)),
});
