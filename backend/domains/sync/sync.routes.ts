import { syncSchemas } from '#shared/api/sync.schema.ts';
import { syncEndpoints } from '#shared/api/sync.ts';
import { routesWith } from '../../http/route.ts';
import type { UserLogLoaders } from '../../db/user-log.ts';
import { listMissed } from './sync.service.ts';

/** The route of the user log. */
export const syncRoutes = routesWith<{ userLogLoaders: UserLogLoaders }>()(syncEndpoints, syncSchemas, {
  listMissed: ({ pool, deps, identity, query }) =>
    listMissed(pool, { userId: identity.id, since: query.since, loaders: deps.userLogLoaders }),
});
