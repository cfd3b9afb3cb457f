import { endpoint } from './endpoint.ts';

/** What a client needs to know of the server. */
export interface MetaView {
  version: string;
  apiLevel: number;
  minClient: string;
}

/** Health and version. Source: decision 25. */
export const metaEndpoints = {
  getLive: endpoint<Record<never, never>, { status: 'ok' }>({
    method: 'GET',
    path: '/api/health/live',
    who: 'public',
    errors: [],
  }),
  getReady: endpoint<Record<never, never>, { status: 'ok' }>({
    method: 'GET',
    path: '/api/health/ready',
    who: 'public',
    errors: ['UNAVAILABLE'],
  }),
  getMeta: endpoint<Record<never, never>, MetaView>({
    method: 'GET',
    path: '/api/meta',
    who: 'public',
    errors: [],
  }),
} as const;
