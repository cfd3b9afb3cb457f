import type { PublishContext } from '../../realtime/publish.ts';
import { rooms } from '../../realtime/rooms.ts';
import { loadUserCard } from '../users/user.view.ts';
import { listBlockedEitherWay } from '../visibility/visibility.access.ts';

/**
 * Pushes the member's profile, which a verification is part of, to the member and the institution. A block does not
 * delete a verification; the institution then receives nothing.
 */
export function publishVerifications({ events, publish, pool }: PublishContext): void {
  const push = async ({ userId, institutionId }: { userId: string; institutionId: string }): Promise<void> => {
    const [card, hidden] = await Promise.all([loadUserCard(pool, userId), listBlockedEitherWay(pool, userId)]);
    if (card)
      publish({ to: [userId, institutionId].map(rooms.user), except: hidden.map(rooms.user) }, 'profile-updated', card);
  };
  events.on('verification-created', push);
  events.on('verification-updated', push);
}
