import { listPresenceSchema } from '#shared/api/presence.schema.ts';
import { presenceEndpoints } from '#shared/api/presence.ts';
import { route, type Route } from '../../http/route.ts';
import { loadPresence } from './presence.view.ts';

/** Routes of presence. */
export const presenceRoutes: Route[] = [
  route(presenceEndpoints.listPresence, { query: listPresenceSchema }, ({ pool, identity, query }) =>
    loadPresence(pool, identity.id, query.ids),
  ),
];
