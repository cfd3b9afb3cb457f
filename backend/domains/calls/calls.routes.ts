import { callSchemas } from '#shared/api/calls.schema.ts';
import { callEndpoints } from '#shared/api/calls.ts';
import type { IceServers, RelayUse } from '../../gateways/ice-servers.ts';
import { routesWith } from '../../http/route.ts';
import { loadEligibility } from './call.access.ts';
import { listCalls } from './calls.list.ts';

/** Dependencies of the routes of calls. */
export interface CallDeps {
  iceServers: IceServers;
  /** Returns how a user uses the relay in a live call of theirs; undefined for every other call. */
  relayUseOf: (callId: string, userId: string) => Promise<RelayUse | undefined>;
}

/** Routes of calls. */
export const callRoutes = routesWith<CallDeps>()(callEndpoints, callSchemas, {
  listCalls: ({ pool, identity, query }) => listCalls(pool, identity.id, query),
  getCallEligibility: ({ pool, deps, identity, params }) =>
    loadEligibility(pool, {
      callerId: identity.id,
      calleeId: params.userId,
      hasRelay: deps.iceServers.hasRelay,
      areEmailsSent: deps.limits.areEmailsSent,
    }),
  getIceServers: async ({ deps, identity, query: { callId } }) =>
    deps.iceServers.list(callId === undefined ? undefined : await deps.relayUseOf(callId, identity.id)),
});
