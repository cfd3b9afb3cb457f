import { endpoint, endpoints } from './endpoint.ts';
import type { presenceSchemas } from './presence.schema.ts';

/** Whether someone is there: at a device, connected without touching one, or not connected. */
export type PresenceState = 'online' | 'away' | 'offline';

/** Whether one person is there. */
export interface PresenceView {
  userId: string;
  state: PresenceState;
}

/** Presence of others. */
export const presenceEndpoints = endpoints<typeof presenceSchemas>()({
  /**
   * Of the people asked for (ids with commas between), those whose presence the viewer may see: accepted connections
   * and people of open conversations, where both show when they are online. Everyone else is missing, with no reason
   * given.
   */
  listPresence: endpoint<PresenceView[]>()({
    method: 'GET',
    path: '/api/presence',
    who: 'member',
  }),
});
