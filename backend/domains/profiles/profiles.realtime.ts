import { SOCKET_LIMITS } from '#shared/limits.ts';
import type { OwnershipRules } from '../../realtime/intents.ts';
import { spreadOver, type PublishContext } from '../../realtime/publish.ts';
import { rooms } from '../../realtime/rooms.ts';
import { createThrottle } from '../../realtime/throttle.ts';
import { loadUserCard } from '../users/user.view.ts';
import { listConnectedIds } from '../visibility/visibility.access.ts';

/**
 * Pushes a changed profile to the user, and to the connections at most once a minute; after a deletion, these reload
 * their lists instead. The returned function sends the pending pushes now.
 */
export function publishProfiles({ events, publish, pool, log }: PublishContext): () => Promise<void> {
  const throttle = createThrottle(SOCKET_LIMITS.profileEveryMs);

  events.on('profile-updated', async ({ userId }) => {
    if (await loadUserCard(pool, userId)) {
      publish({ to: [rooms.user(userId)] }, 'profile-updated', { id: userId });
      throttle.run(userId, () =>
        pushToConnections(userId).catch((error: unknown) =>
          log.warn({ err: error }, 'a changed profile could not be published'),
        ),
      );
      return;
    }
    const connected = await listConnectedIds(pool, userId);
    for (const type of ['post', 'connection'] as const)
      publish({ to: connected.map(rooms.user) }, 'data-updated', { type, ...spreadOver(connected.length) });
  });

  async function pushToConnections(userId: string): Promise<void> {
    const connected = await listConnectedIds(pool, userId);
    publish({ to: connected.map(rooms.user) }, 'profile-updated', { id: userId, ...spreadOver(connected.length) });
  }
  return throttle.flush;
}

/** Intents that only the owner of a profile may send. */
export const profileOwnership: OwnershipRules = { 'profile-update': (id, userId) => id === userId };
