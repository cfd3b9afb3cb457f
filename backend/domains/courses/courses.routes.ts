import { courseSchemas } from '#shared/api/courses.schema.ts';
import { courseEndpoints } from '#shared/api/courses.ts';
import { routesWith } from '../../http/route.ts';
import { listPublicCourses } from './courses.public.ts';

/** Routes of items. */
export const courseRoutes = routesWith<{ currency: string }>()(courseEndpoints, courseSchemas, {
  listPublicCourses: ({ pool, deps, query }) => listPublicCourses(pool, deps.currency, query),
});
