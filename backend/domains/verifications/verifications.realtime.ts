import type { UserCard } from '#shared/api/users.ts';
import type { Facts } from '../../facts.ts';
import type { Publish } from '../../realtime/publish.ts';
import { rooms } from '../../realtime/rooms.ts';

/** What announcing claims needs. */
export interface VerificationAnnouncements {
  facts: Pick<Facts, 'on'>;
  publish: Publish;
  /** Null when the person is gone or deactivated. */
  loadUserCard: (userId: string) => Promise<UserCard | null>;
  listBlockedEitherWay: (userId: string) => Promise<string[]>;
}

/**
 * Tells the member and the institution that the member's profile says something else now: the profile's push, since a
 * claim is part of it. A claim outlives a block between the two, so the institution then hears nothing.
 */
export function announceVerifications({
  facts,
  publish,
  loadUserCard,
  listBlockedEitherWay,
}: VerificationAnnouncements): void {
  const announce = async ({ userId, institutionId }: { userId: string; institutionId: string }): Promise<void> => {
    const [card, hidden] = await Promise.all([loadUserCard(userId), listBlockedEitherWay(userId)]);
    if (card)
      publish({ to: [userId, institutionId].map(rooms.user), except: hidden.map(rooms.user) }, 'profile-updated', card);
  };
  facts.on('verification-created', announce);
  facts.on('verification-updated', announce);
}
