import { studentSchemas } from '#shared/api/students.schema.ts';
import { studentEndpoints } from '#shared/api/students.ts';
import type { Pool } from '../../db/pool.ts';
import { RESPONDED, routesWith } from '../../http/route.ts';
import { inSearchTurn } from '../../http/search-places.ts';
import { sendStudents } from './students.export.ts';
import { loadStudentFacets, loadUnfilteredFacets, type FacetRow } from './students.facets.ts';
import { listStudents } from './students.list.ts';
import { editListing, loadListing, removePartnerFlag, setPartnerFlag } from './students.service.ts';

/** Dependencies of these routes. */
interface StudentDeps {
  publicUrl: string;
  searchPool: Pool;
  /** Counts all listings; shared by many requests. */
  directoryFacets: () => Promise<FacetRow[]>;
}

/** Routes of the directory. What reads all of it runs on `searchPool`, so that other requests do not wait for it. */
export const studentRoutes = routesWith<StudentDeps>()(studentEndpoints, studentSchemas, {
  listStudents: ({ pool, identity, query }) => listStudents(pool, identity.id, query),
  getStudentFacets: ({ deps, identity, query, req }) =>
    inSearchTurn({ deps, req }, () =>
      Object.values(query).some(Boolean)
        ? loadStudentFacets(deps.searchPool, identity.id, query)
        : loadUnfilteredFacets(deps.searchPool, identity.id, deps.directoryFacets),
    ),
  exportStudents: async ({ deps, identity, query, res }) => {
    await sendStudents(deps.searchPool, identity.id, { request: query, publicUrl: deps.publicUrl, res });
    return RESPONDED;
  },
  getListing: ({ pool, identity }) => loadListing(pool, identity.id),
  editListing: ({ tx, identity, body }) => editListing(tx, identity, body),
  setPartnerFlag: ({ tx, identity, params, body }) =>
    setPartnerFlag(tx, identity.id, { courseId: params.id, until: body.until }),
  removePartnerFlag: ({ tx, identity, params }) => removePartnerFlag(tx, identity.id, params.id),
});
