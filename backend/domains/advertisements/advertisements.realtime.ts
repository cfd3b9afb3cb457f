import type { Pool } from 'pg';
import { AD_SECTIONS } from '#shared/api/advertisements.ts';
import { SOCKET_LIMITS } from '#shared/limits.ts';
import type { OwnershipRules } from '../../realtime/intents.ts';
import type { PublishContext } from '../../realtime/publish.ts';
import { rooms } from '../../realtime/rooms.ts';
import { listBlockedEitherWay } from '../visibility/visibility.access.ts';
import { listOwnAdvertisements, loadPublicAdvertisement } from './advertisement.view.ts';

/** Everyone who has a page with advertisements open receives their pushes. */
const SPREAD = { withinMs: SOCKET_LIMITS.spreadMaxMs };

/**
 * Pushes new and changed advertisements to the users who have their section on screen and to the advertiser, but not
 * across a block. Other sections receive the id of what they may have shown until now.
 */
export function publishAdvertisements({ events, publish, pool }: PublishContext): void {
  for (const name of ['advertisement-created', 'advertisement-updated'] as const) {
    events.on(name, async ({ advertisementId: id }) => {
      const view = await loadPublicAdvertisement(pool, id);
      if (!view) return publish({ to: AD_SECTIONS.map(rooms.ads) }, name, { id, ...SPREAD });
      const hidden = await listBlockedEitherWay(pool, view.userId);
      const except = hidden.map(rooms.user);
      publish({ to: [rooms.ads(view.section), rooms.user(view.userId)], except }, name, { ...view, ...SPREAD });
      const others = AD_SECTIONS.filter((section) => section !== view.section);
      // An edit can move it from another section.
      if (name === 'advertisement-updated') publish({ to: others.map(rooms.ads) }, name, { id, ...SPREAD });
    });
  }
}

/** Intents that only the owner of an advertisement may send. */
export function advertisementOwnership(pool: Pool): OwnershipRules {
  const isOwner = async (id: string, userId: string): Promise<boolean> =>
    (await listOwnAdvertisements(pool, userId)).some((own) => own.id === id);
  return { 'advertisement-create': isOwner, 'advertisement-update': isOwner };
}
