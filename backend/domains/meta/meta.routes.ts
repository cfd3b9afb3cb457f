import { metaEndpoints } from '#shared/api/meta.ts';
import type { Redis } from '../../gateways/redis.ts';
import { routesWith } from '../../http/route.ts';
import { checkReady, META, notReady } from './meta.service.ts';

/** Dependencies of the routes of health. */
export interface MetaDeps {
  redis: Pick<Redis, 'isUnavailable'> | undefined;
  /** True from the request to stop on. */
  isDraining: () => boolean;
}

/** Routes of health and version. */
export const metaRoutes = routesWith<MetaDeps>()(
  metaEndpoints,
  {},
  {
    getLive: async () => ({ status: 'ok' }),
    getReady: async ({ pool, em, deps: { redis, isDraining } }) => {
      if (isDraining()) throw notReady('The server is stopping');
      return checkReady([pool, em], redis);
    },
    getMeta: async () => META,
  },
);
