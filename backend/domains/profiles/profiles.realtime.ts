import type { OwnershipRules } from '../../realtime/intents.ts';
import type { PublishContext } from '../../realtime/publish.ts';
import { rooms } from '../../realtime/rooms.ts';
import { listConnectedIds } from '../connections/connection.access.ts';
import { loadUserCard } from '../users/user.view.ts';

/** Pushes a changed profile to the user and the connections; after a deletion, these reload their lists instead. */
export function publishProfiles({ events, publish, pool }: PublishContext): void {
  events.on('profile-updated', async ({ userId }) => {
    const card = await loadUserCard(pool, userId);
    const connected = await listConnectedIds(pool, userId);
    if (card) publish({ to: [userId, ...connected].map(rooms.user) }, 'profile-updated', card);
    else
      for (const type of ['post', 'connection'] as const)
        publish({ to: connected.map(rooms.user) }, 'data-updated', { type });
  });
}

/** Intents that only the owner of a profile may send. */
export const profileOwnership: OwnershipRules = { 'profile-update': (id, userId) => id === userId };
