import { audienceEndpoints } from '#shared/api/audiences.ts';
import { routes } from '../../http/route.ts';
import { listAudienceChoices } from './audience.view.ts';

/** Routes of audiences. */
export const audienceRoutes = routes(
  audienceEndpoints,
  {},
  {
    listAudiences: ({ pool, identity }) => listAudienceChoices(pool, identity.id),
  },
);
