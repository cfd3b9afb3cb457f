import { listPublicCoursesSchema } from '#shared/api/courses.schema.ts';
import { courseEndpoints } from '#shared/api/courses.ts';
import { route, type Route } from '../../http/route.ts';
import { listPublicCourses } from './courses.public.ts';

/** Routes of items, with prices in the deployment's currency. */
export function courseRoutes(currency: string): Route[] {
  return [
    route(courseEndpoints.listPublicCourses, { query: listPublicCoursesSchema }, ({ pool, query }) =>
      listPublicCourses(pool, currency, query),
    ),
  ];
}
