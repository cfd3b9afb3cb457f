import * as z from 'zod/mini';
import type { EndpointSchemas } from './endpoint.ts';
import { COURSE_LIMITS } from '../limits.ts';
import { cursorSchema, pageSizeSchema } from './page.schema.ts';

/** Query of GET /api/public/courses. */
const listPublicCoursesSchema = z.strictObject({
  cursor: z.optional(cursorSchema),
  limit: z.optional(pageSizeSchema(COURSE_LIMITS.pageMaxItems)),
});

/** Inputs of courseEndpoints by endpoint name. */
export const courseSchemas = {
  listPublicCourses: { query: listPublicCoursesSchema },
} satisfies EndpointSchemas;
