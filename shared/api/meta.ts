import { endpoint, endpoints, type NoSchemas } from './endpoint.ts';

/** The versions of the server that a client checks. */
export interface MetaView {
  version: string;
  apiLevel: number;
  minClient: string;
}

/** Health and version. */
export const metaEndpoints = endpoints<NoSchemas>()({
  getLive: endpoint<{ status: 'ok' }>()({
    method: 'GET',
    path: '/api/health/live',
    who: 'public',
  }),
  getReady: endpoint<{ status: 'ok' }>()({
    method: 'GET',
    path: '/api/health/ready',
    who: 'public',
    errors: ['UNAVAILABLE'],
  }),
  getMeta: endpoint<MetaView>()({
    method: 'GET',
    path: '/api/meta',
    who: 'public',
  }),
});
