import type { PublishContext } from '../../realtime/publish.ts';
import { rooms } from '../../realtime/rooms.ts';
import { listBlockedEitherWay } from '../visibility/visibility.access.ts';

/**
 * Pushes the member's profile, which a verification is part of, to the member and the institution. A block does not
 * delete a verification; the institution then receives nothing.
 */
export function publishVerifications({ events, publish, pool }: PublishContext): void {
  const push = async ({ userId, institutionId }: { userId: string; institutionId: string }): Promise<void> => {
    const hidden = await listBlockedEitherWay(pool, userId);
    publish({ to: [userId, institutionId].map(rooms.user), except: hidden.map(rooms.user) }, 'profile-updated', {
      id: userId,
    });
  };
  events.on('verification-created', push);
  events.on('verification-updated', push);
}
