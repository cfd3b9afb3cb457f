import { connectionSchemas } from '#shared/api/connections.schema.ts';
import { connectionEndpoints } from '#shared/api/connections.ts';
import type { Pool } from '../../db/pool.ts';
import { routesWith, WithStatus } from '../../http/route.ts';
import { inSearchTurn } from '../../http/search-places.ts';
import { countConnections, listConnections, listMutual } from './connections.list.ts';
import { answerConnection, createConnection, ignoreConnection, removeConnection } from './connections.service.ts';
import { listSuggestions, setDismissed } from './connections.suggestions.ts';

/** Routes of connections. What reads those of many users runs on `searchPool`, so that other requests do not wait. */
export const connectionRoutes = routesWith<{ searchPool: Pool }>()(connectionEndpoints, connectionSchemas, {
  listConnections: ({ pool, identity, query }) => listConnections(pool, identity.id, query),
  countConnections: ({ pool, identity }) => countConnections(pool, identity.id),
  createConnection: async ({ tx, identity, body }) => {
    const view = await createConnection(tx, identity.id, body);
    return new WithStatus(view.status === 'accepted' ? 200 : 201, view);
  },
  answerConnection: ({ tx, identity, params, body }) => answerConnection(tx, identity.id, { ...params, ...body }),
  ignoreConnection: ({ tx, identity, params }) => ignoreConnection(tx, identity.id, params.id),
  removeConnection: ({ tx, identity, params }) => removeConnection(tx, identity.id, params.id),
  listSuggestions: ({ deps, identity, req }) =>
    inSearchTurn({ deps, req }, () => listSuggestions(deps.searchPool, identity.id)),
  dismissSuggestion: ({ tx, identity, params }) =>
    setDismissed(tx, identity.id, { dismissedId: params.id, isDismissed: true }),
  restoreSuggestion: ({ tx, identity, params }) =>
    setDismissed(tx, identity.id, { dismissedId: params.id, isDismissed: false }),
  listMutual: ({ deps, identity, params, req }) =>
    inSearchTurn({ deps, req }, () => listMutual(deps.searchPool, identity.id, params.id)),
});
