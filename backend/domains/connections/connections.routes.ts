import {
  answerConnectionSchema,
  createConnectionSchema,
  listConnectionsSchema,
} from '#shared/api/connections.schema.ts';
import { connectionEndpoints, type ConnectionView } from '#shared/api/connections.ts';
import { idParamsSchema } from '#shared/api/page.schema.ts';
import type { RateLimits } from '../../http/rate-limits.ts';
import { route, type Route } from '../../http/route.ts';
import { countConnections, listConnections, listMutual } from './connections.list.ts';
import { answerConnection, createConnection, ignoreConnection, removeConnection } from './connections.service.ts';
import { listSuggestions, setDismissed } from './connections.suggestions.ts';

/** Routes of connections. */
export function connectionRoutes(limits: RateLimits): Route[] {
  return [
    route(connectionEndpoints.listConnections, { query: listConnectionsSchema }, ({ pool, identity, query }) =>
      listConnections(pool, identity.id, query),
    ),
    route(connectionEndpoints.countConnections, {}, ({ pool, identity }) => countConnections(pool, identity.id)),
    {
      ...route(
        connectionEndpoints.createConnection,
        { body: createConnectionSchema },
        async ({ em, identity, body }) => {
          await limits.consume('connectionRequests', identity.id);
          return createConnection(em, identity.id, body);
        },
      ),
      statusOf: (view) => ((view as ConnectionView).status === 'accepted' ? 200 : 201),
    },
    route(
      connectionEndpoints.answerConnection,
      { params: idParamsSchema, body: answerConnectionSchema },
      ({ em, identity, params, body }) => answerConnection(em, identity.id, { ...params, ...body }),
    ),
    route(connectionEndpoints.ignoreConnection, { params: idParamsSchema }, ({ em, identity, params }) =>
      ignoreConnection(em, identity.id, params.id),
    ),
    route(connectionEndpoints.removeConnection, { params: idParamsSchema }, ({ em, identity, params }) =>
      removeConnection(em, identity.id, params.id),
    ),
    route(connectionEndpoints.listSuggestions, {}, ({ pool, identity }) => listSuggestions(pool, identity.id)),
    route(connectionEndpoints.dismissSuggestion, { params: idParamsSchema }, ({ em, identity, params }) =>
      setDismissed(em, identity.id, { dismissedId: params.id, isDismissed: true }),
    ),
    route(connectionEndpoints.restoreSuggestion, { params: idParamsSchema }, ({ em, identity, params }) =>
      setDismissed(em, identity.id, { dismissedId: params.id, isDismissed: false }),
    ),
    route(connectionEndpoints.listMutual, { params: idParamsSchema }, ({ pool, identity, params }) =>
      listMutual(pool, identity.id, params.id),
    ),
  ];
}
