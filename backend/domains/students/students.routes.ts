import { idParamsSchema } from '#shared/api/page.schema.ts';
import {
  editListingSchema,
  exportStudentsSchema,
  listStudentsSchema,
  partnerFlagSchema,
  studentFiltersSchema,
} from '#shared/api/students.schema.ts';
import { studentEndpoints } from '#shared/api/students.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { route, type Route } from '../../http/route.ts';
import { sendStudents } from './students.export.ts';
import { loadStudentFacets } from './students.facets.ts';
import { listStudents } from './students.list.ts';
import { editListing, loadListing, removePartnerFlag, setPartnerFlag } from './students.service.ts';

/** Routes of the directory; `publicUrl` stands before the pages that an export names. */
export function studentRoutes(limits: RateLimits, publicUrl: string): Route[] {
  return [
    route(studentEndpoints.listStudents, { query: listStudentsSchema }, ({ pool, identity, query }) =>
      listStudents(pool, identity.id, query),
    ),
    route(studentEndpoints.getStudentFacets, { query: studentFiltersSchema }, ({ pool, identity, query }) =>
      loadStudentFacets(pool, identity.id, query),
    ),
    route(studentEndpoints.exportStudents, { query: exportStudentsSchema }, async ({ pool, identity, query, res }) => {
      await limits.consume('directoryExports', identity.id);
      await sendStudents(pool, identity.id, { request: query, publicUrl, res });
      return undefined as never;
    }),
    route(studentEndpoints.getListing, {}, ({ pool, identity }) => loadListing(pool, identity.id)),
    route(studentEndpoints.editListing, { body: editListingSchema }, ({ em, identity, body }) =>
      editListing(em, identity, body),
    ),
    route(
      studentEndpoints.setPartnerFlag,
      { params: idParamsSchema, body: partnerFlagSchema },
      ({ em, identity, params, body }) => setPartnerFlag(em, identity.id, { courseId: params.id, until: body.until }),
    ),
    route(studentEndpoints.removePartnerFlag, { params: idParamsSchema }, ({ em, identity, params }) =>
      removePartnerFlag(em, identity.id, params.id),
    ),
  ];
}
