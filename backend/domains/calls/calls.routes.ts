import { callSchemas } from '#shared/api/calls.schema.ts';
import { callEndpoints } from '#shared/api/calls.ts';
import type { IceServers } from '../../gateways/ice-servers.ts';
import { routesWith } from '../../http/route.ts';
import { loadEligibility, loadRelayUse } from './call.access.ts';
import { listCalls } from './calls.list.ts';

/** Dependencies of the routes of calls. */
export interface CallDeps {
  iceServers: IceServers;
}

/** Routes of calls. */
export const callRoutes = routesWith<CallDeps>()(callEndpoints, callSchemas, {
  listCalls: ({ pool, identity, query }) => listCalls(pool, identity.id, query),
  getCallEligibility: ({ pool, deps, identity, params }) =>
    loadEligibility(pool, { callerId: identity.id, calleeId: params.userId, hasRelay: deps.iceServers.hasRelay }),
  getIceServers: async ({ pool, deps, identity, query: { callId } }) =>
    deps.iceServers.list(callId === undefined ? undefined : await loadRelayUse(pool, callId, identity.id)),
});
