import { endpoint } from './endpoint.ts';

/** Whether someone is there: at a device, connected without touching one, or not connected. */
export type PresenceState = 'online' | 'away' | 'offline';

/** Whether one person is there. */
export interface PresenceView {
  userId: string;
  state: PresenceState;
}

/** Presence of others. Source: decision 29. */
export const presenceEndpoints = {
  /**
   * Of the people asked for (ids with commas between), those whose presence the viewer may see: accepted connections
   * and people of open conversations, where both show when they are online. Everyone else is missing, with no reason
   * given.
   */
  listPresence: endpoint<{ query: { ids: string } }, PresenceView[]>({
    method: 'GET',
    path: '/api/presence',
    who: 'member',
    errors: [],
  }),
} as const;
