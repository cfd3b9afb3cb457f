import { v7 as uuidv7 } from 'uuid';
import { idParamsSchema } from '#shared/api/page.schema.ts';
import { listSearchesSchema, noteClickSchema, searchSchema, suggestSchema } from '#shared/api/search.schema.ts';
import { searchEndpoints } from '#shared/api/search.ts';
import type { Pool } from '../../db/pool.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { route, type Route } from '../../http/route.ts';
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

/** Routes of search; `searchPool` plans each statement for its words and keeps a slow search from every other request. */
export function searchRoutes(limits: RateLimits, searchPool: Pool): Route[] {
  return [
    route(searchEndpoints.search, { query: searchSchema }, async ({ pool, em, identity, query }) => {
      await limits.consume('searches', identity.id);
      const searchId = query.cursor !== undefined || (await isHistoryPaused(pool, identity.id)) ? null : uuidv7();
      const { answer, total } = await findResults(searchPool, identity, { ...query, searchId });
      if (answer.searchId !== null && query.cursor === undefined) {
        await noteSearch(em, identity.id, {
          id: answer.searchId,
          query: query.q,
          filters: filtersOf(query),
          numResults: total,
        });
      }
      return answer;
    }),
    route(searchEndpoints.suggest, { query: suggestSchema }, async ({ identity, query }) => {
      await limits.consume('suggestions', identity.id);
      return suggest(searchPool, identity, query.q ?? '');
    }),
    route(searchEndpoints.listSearches, { query: listSearchesSchema }, ({ pool, identity, query }) =>
      listSearches(pool, identity.id, query),
    ),
    route(searchEndpoints.removeSearches, {}, ({ em, identity }) => removeSearches(em, identity.id)),
    route(searchEndpoints.removeSearch, { params: idParamsSchema }, ({ em, identity, params }) =>
      removeSearch(em, identity.id, params.id),
    ),
    route(
      searchEndpoints.noteClick,
      { params: idParamsSchema, body: noteClickSchema },
      async ({ em, identity, params, body }) => {
        await noteClick(em, identity.id, { searchId: params.id, ...body });
      },
    ),
  ];
}
