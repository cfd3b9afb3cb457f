import { metaEndpoints } from '#shared/api/meta.ts';
import { routes } from '../../http/route.ts';
import { checkReady } from './meta.service.ts';

/** This server: the release, the level of its API and the oldest client that it serves. */
const META = { version: '0.1.0', apiLevel: 1, minClient: '0.1.0' };

/** Routes of health and version. */
export const metaRoutes = routes(
  metaEndpoints,
  {},
  {
    getLive: async () => ({ status: 'ok' }),
    getReady: ({ pool, em }) => checkReady([pool, em]),
    getMeta: async () => META,
  },
);
