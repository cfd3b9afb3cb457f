import { callSchemas } from '#shared/api/calls.schema.ts';
import { callEndpoints } from '#shared/api/calls.ts';
import type { IceServers } from '../../gateways/ice-servers.ts';
import { routesWith } from '../../http/route.ts';
import { loadEligibility } from './call.access.ts';
import { listCalls } from './calls.list.ts';

/** Dependencies of the routes of calls. */
export interface CallDeps {
  iceServers: IceServers;
}

/** Routes of calls. */
export const callRoutes = routesWith<CallDeps>()(callEndpoints, callSchemas, {
  listCalls: ({ pool, identity, query }) => listCalls(pool, identity.id, query),
  getCallEligibility: ({ pool, identity, params }) => loadEligibility(pool, identity.id, params.userId),
  getIceServers: async ({ deps, identity }) => deps.iceServers.list(identity.id),
});
