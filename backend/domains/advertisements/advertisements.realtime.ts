import type { Pool } from 'pg';
import type { OwnershipRules } from '../../realtime/intents.ts';
import type { PublishContext } from '../../realtime/publish.ts';
import { rooms } from '../../realtime/rooms.ts';
import { listBlockedEitherWay } from '../visibility/visibility.access.ts';
import { listOwnAdvertisements, loadPublicAdvertisement } from './advertisement.view.ts';

/** Pushes new and changed advertisements to all users but those whom a block separates from the advertiser. */
export function publishAdvertisements({ events, publish, pool }: PublishContext): void {
  for (const name of ['advertisement-created', 'advertisement-updated'] as const) {
    events.on(name, async ({ advertisementId }) => {
      const view = await loadPublicAdvertisement(pool, advertisementId);
      const hidden = view ? await listBlockedEitherWay(pool, view.userId) : [];
      publish(
        { to: [rooms.members, rooms.creators], except: hidden.map(rooms.user) },
        name,
        view ?? { id: advertisementId },
      );
    });
  }
}

/** Intents that only the owner of an advertisement may send. */
export function advertisementOwnership(pool: Pool): OwnershipRules {
  const isOwner = async (id: string, userId: string): Promise<boolean> =>
    (await listOwnAdvertisements(pool, userId)).some((own) => own.id === id);
  return { 'advertisement-create': isOwner, 'advertisement-update': isOwner };
}
