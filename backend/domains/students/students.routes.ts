import { studentSchemas } from '#shared/api/students.schema.ts';
import { studentEndpoints } from '#shared/api/students.ts';
import { RESPONDED, routesWith } from '../../http/route.ts';
import { sendStudents } from './students.export.ts';
import { loadStudentFacets } from './students.facets.ts';
import { listStudents } from './students.list.ts';
import { editListing, loadListing, removePartnerFlag, setPartnerFlag } from './students.service.ts';

/** Routes of the directory. */
export const studentRoutes = routesWith<{ publicUrl: string }>()(studentEndpoints, studentSchemas, {
  listStudents: ({ pool, identity, query }) => listStudents(pool, identity.id, query),
  getStudentFacets: ({ pool, identity, query }) => loadStudentFacets(pool, identity.id, query),
  exportStudents: async ({ pool, deps, identity, query, res }) => {
    await sendStudents(pool, identity.id, { request: query, publicUrl: deps.publicUrl, res });
    return RESPONDED;
  },
  getListing: ({ pool, identity }) => loadListing(pool, identity.id),
  editListing: ({ tx, identity, body }) => editListing(tx, identity, body),
  setPartnerFlag: ({ tx, identity, params, body }) =>
    setPartnerFlag(tx, identity.id, { courseId: params.id, until: body.until }),
  removePartnerFlag: ({ tx, identity, params }) => removePartnerFlag(tx, identity.id, params.id),
});
