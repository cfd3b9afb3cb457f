import { syncQuerySchema } from '#shared/api/sync.schema.ts';
import { syncEndpoints } from '#shared/api/sync.ts';
import { route, type Route } from '../../http/route.ts';
import { listMissed, type StreamLoaders } from './sync.service.ts';

/** The route of the stream. */
export function syncRoutes(loaders: StreamLoaders): Route[] {
  return [
    route(syncEndpoints.listMissed, { query: syncQuerySchema }, ({ pool, identity, query }) =>
      listMissed(pool, { userId: identity.id, since: query.since, loaders }),
    ),
  ];
}
