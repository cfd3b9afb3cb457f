import { connectionSchemas } from '#shared/api/connections.schema.ts';
import { connectionEndpoints } from '#shared/api/connections.ts';
import { routes, WithStatus } from '../../http/route.ts';
import { countConnections, listConnections, listMutual } from './connections.list.ts';
import { answerConnection, createConnection, ignoreConnection, removeConnection } from './connections.service.ts';
import { listSuggestions, setDismissed } from './connections.suggestions.ts';

/** Routes of connections. */
export const connectionRoutes = routes(connectionEndpoints, connectionSchemas, {
  listConnections: ({ pool, identity, query }) => listConnections(pool, identity.id, query),
  countConnections: ({ pool, identity }) => countConnections(pool, identity.id),
  createConnection: async ({ tx, identity, body }) => {
    const view = await createConnection(tx, identity.id, body);
    return new WithStatus(view.status === 'accepted' ? 200 : 201, view);
  },
  answerConnection: ({ tx, identity, params, body }) => answerConnection(tx, identity.id, { ...params, ...body }),
  ignoreConnection: ({ tx, identity, params }) => ignoreConnection(tx, identity.id, params.id),
  removeConnection: ({ tx, identity, params }) => removeConnection(tx, identity.id, params.id),
  listSuggestions: ({ pool, identity }) => listSuggestions(pool, identity.id),
  dismissSuggestion: ({ tx, identity, params }) =>
    setDismissed(tx, identity.id, { dismissedId: params.id, isDismissed: true }),
  restoreSuggestion: ({ tx, identity, params }) =>
    setDismissed(tx, identity.id, { dismissedId: params.id, isDismissed: false }),
  listMutual: ({ pool, identity, params }) => listMutual(pool, identity.id, params.id),
});
