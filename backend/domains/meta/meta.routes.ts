import type { MetaView } from '#shared/api/meta.ts';
import { metaEndpoints } from '#shared/api/meta.ts';
import { route, type Route } from '../../http/route.ts';
import { checkReady } from './meta.service.ts';

/** Routes of health and version. */
export function metaRoutes(meta: MetaView): Route[] {
  return [
    route(metaEndpoints.getLive, {}, async () => ({ status: 'ok' as const })),
    route(metaEndpoints.getReady, {}, ({ pool }) => checkReady(pool)),
    route(metaEndpoints.getMeta, {}, async () => meta),
  ];
}
