import { metaEndpoints, type ReadyView } from '#shared/api/meta.ts';
import { routesWith } from '../../http/route.ts';
import { META, notReady } from './meta.service.ts';

/** Dependencies of the routes of health. */
export interface MetaDeps {
  /** @throws AppError UNAVAILABLE. */
  checkReady: () => Promise<ReadyView>;
  /** True from the request to stop on. */
  isDraining: () => boolean;
  /** Address of the folder with updates of the desktop client; undefined when this server offers none. */
  updateFeed: string | undefined;
}

/** Routes of health and version. */
export const metaRoutes = routesWith<MetaDeps>()(
  metaEndpoints,
  {},
  {
    getLive: async () => ({ status: 'ok' }),
    getReady: async ({ deps: { checkReady, isDraining } }) => {
      if (isDraining()) throw notReady('The server is stopping');
      return checkReady();
    },
    getMeta: async ({ deps: { updateFeed } }) => ({ ...META, ...(updateFeed !== undefined && { updateFeed }) }),
  },
);
