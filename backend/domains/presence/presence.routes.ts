import { presenceSchemas } from '#shared/api/presence.schema.ts';
import { presenceEndpoints } from '#shared/api/presence.ts';
import { routes } from '../../http/route.ts';
import { loadPresence } from './presence.view.ts';

/** Routes of presence. */
export const presenceRoutes = routes(presenceEndpoints, presenceSchemas, {
  listPresence: ({ pool, identity, query }) => loadPresence(pool, identity.id, query.ids),
});
