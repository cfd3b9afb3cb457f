import { endpoint, endpoints } from './endpoint.ts';
import type { presenceSchemas } from './presence.schema.ts';

/** Presence of a user: active on a device, connected but inactive, or not connected. */
export type PresenceState = 'online' | 'away' | 'offline';

/** The presence of one user. */
export interface PresenceView {
  userId: string;
  state: PresenceState;
}

/** Presence of other members. */
export const presenceEndpoints = endpoints<typeof presenceSchemas>()({
  /**
   * Lists those of the named users (ids separated by commas) whose presence the viewer may see: connections and members
   * of open conversations, when both show their presence. Others are omitted.
   */
  listPresence: endpoint<PresenceView[]>()({
    method: 'GET',
    path: '/api/presence',
    who: 'member',
  }),
});
