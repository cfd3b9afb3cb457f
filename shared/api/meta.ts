import { endpoint, endpoints, type NoSchemas } from './endpoint.ts';

/** Header with the version of the desktop client; the web app sends none. */
export const CLIENT_VERSION_HEADER = 'lyceum-client';

/** The versions of the server that a client checks. */
export interface MetaView {
  version: string;
  apiLevel: number;
  /** Oldest desktop client that the server serves; requests of an older one get 426 UPGRADE_REQUIRED. */
  minClient: string;
  /** Address of the folder with updates of the desktop client; left out when this server offers none. */
  updateFeed?: string;
}

/** State of a service that the server uses; `late` is that of the outbox while domain events wait in it. */
export type ServiceState = 'ok' | 'unavailable' | 'late';

/**
 * The server can take requests. It also can while services are unavailable, such as Redis: pushes then reach their
 * members late or on one node only. A service that is not set up is left out.
 */
export interface ReadyView {
  status: 'ok';
  redis?: ServiceState;
  /** `none`: there is no TURN server, so that calls between networks that allow no direct connection fail. */
  relay?: 'configured' | 'none';
  /** Where files are stored; without it they are neither uploaded nor read. */
  files?: ServiceState;
  /** The virus scanner, without which uploads are refused. */
  scanner?: ServiceState;
  /** The mail server; emails are sent later. */
  email?: ServiceState;
  /** Domain events, of which notifications, search and pushes are made. */
  outbox?: ServiceState;
}

/** Health and version. */
export const metaEndpoints = endpoints<NoSchemas>()({
  getLive: endpoint<{ status: 'ok' }>()({
    method: 'GET',
    path: '/api/health/live',
    who: 'public',
    isNavigable: true,
  }),
  getReady: endpoint<ReadyView>()({
    method: 'GET',
    path: '/api/health/ready',
    who: 'public',
    isNavigable: true,
    errors: ['UNAVAILABLE'],
  }),
  getMeta: endpoint<MetaView>()({
    method: 'GET',
    path: '/api/meta',
    who: 'public',
    isNavigable: true,
  }),
});
