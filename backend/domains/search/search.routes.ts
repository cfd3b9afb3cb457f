import { searchSchemas } from '#shared/api/search.schema.ts';
import { searchEndpoints } from '#shared/api/search.ts';
import { newId } from '../../db/clock.ts';
import type { Pool } from '../../db/pool.ts';
import { routesWith } from '../../http/route.ts';
import { inSearchTurn } from '../../http/search-places.ts';
import {
  isHistoryPaused,
  listSearches,
  noteClick,
  noteSearch,
  removeSearch,
  removeSearches,
} from './search.history.ts';
import { filtersOf, findResults } from './search.results.ts';
import { suggest } from './search.suggest.ts';

/** Routes of search. `searchPool` plans each statement for its words and isolates slow searches from other requests. */
export const searchRoutes = routesWith<{ searchPool: Pool }>()(searchEndpoints, searchSchemas, {
  search: async ({ pool, em, deps, identity, query, req }) => {
    const searchId = query.cursor !== undefined || (await isHistoryPaused(pool, identity.id)) ? null : newId();
    const { response, total } = await inSearchTurn({ deps, req }, () =>
      findResults(deps.searchPool, identity, { ...query, searchId }),
    );
    if (response.searchId !== null && query.cursor === undefined) {
      await noteSearch(em, identity.id, {
        id: response.searchId,
        query: query.q,
        filters: filtersOf(query),
        numResults: total,
      });
    }
    return response;
  },
  suggest: ({ deps, identity, query, req }) =>
    inSearchTurn({ deps, req }, () => suggest(deps.searchPool, identity, query.q ?? '')),
  listSearches: ({ pool, identity, query }) => listSearches(pool, identity.id, query),
  removeSearches: ({ tx, identity }) => removeSearches(tx, identity.id),
  removeSearch: ({ tx, identity, params }) => removeSearch(tx, identity.id, params.id),
  noteClick: async ({ tx, identity, params, body }) => {
    await noteClick(tx, identity.id, { searchId: params.id, ...body });
  },
});
