import { metaEndpoints } from '#shared/api/meta.ts';
import type { Redis } from '../../gateways/redis.ts';
import { routesWith } from '../../http/route.ts';
import { checkReady, notReady } from './meta.service.ts';

/** This server: the release, the level of its API and the oldest client that it serves. */
const META = { version: '0.1.0', apiLevel: 1, minClient: '0.1.0' };

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
