import type { EndpointSchemas } from './endpoint.ts';
import { COURSE_LIMITS } from '../limits.ts';
import { pageQuerySchema } from './page.schema.ts';

/** Inputs of courseEndpoints by endpoint name. */
export const courseSchemas = {
  listPublicCourses: { query: pageQuerySchema(COURSE_LIMITS.pageMaxItems) },
} satisfies EndpointSchemas;
