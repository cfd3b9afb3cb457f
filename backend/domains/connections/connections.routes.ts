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
  answerConnection: ({ em, identity, params, body }) => answerConnection(em, identity.id, { ...params, ...body }),
  ignoreConnection: ({ em, identity, params }) => ignoreConnection(em, identity.id, params.id),
  removeConnection: ({ em, identity, params }) => removeConnection(em, identity.id, params.id),
  listSuggestions: ({ pool, identity }) => listSuggestions(pool, identity.id),
  dismissSuggestion: ({ em, identity, params }) =>
    setDismissed(em, identity.id, { dismissedId: params.id, isDismissed: true }),
  restoreSuggestion: ({ em, identity, params }) =>
    setDismissed(em, identity.id, { dismissedId: params.id, isDismissed: false }),
  listMutual: ({ pool, identity, params }) => listMutual(pool, identity.id, params.id),
});
