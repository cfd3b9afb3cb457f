import type { AdvertisementView } from '#shared/api/advertisements.ts';
import { advertisementIntentSchema } from '#shared/realtime/advertisements.schema.ts';
import type { Facts } from '../../facts.ts';
import { defineIntent, type IntentDefinitions } from '../../realtime/intents.ts';
import type { Publish } from '../../realtime/publish.ts';
import { rooms } from '../../realtime/rooms.ts';

/** What announcing advertisements needs. */
export interface AdvertisementAnnouncements {
  facts: Pick<Facts, 'on'>;
  publish: Publish;
  /** Null when it is gone or its owner deactivated. */
  loadPublicAdvertisement: (id: string) => Promise<AdvertisementView | null>;
  listBlockedEitherWay: (userId: string) => Promise<string[]>;
}

/** Pushes advertisements that are shown from now on, or no longer as they were, to everyone's slots (decision 31). */
export function announceAdvertisements({
  facts,
  publish,
  loadPublicAdvertisement,
  listBlockedEitherWay,
}: AdvertisementAnnouncements): void {
  for (const fact of ['advertisement-created', 'advertisement-updated'] as const) {
    facts.on(fact, async ({ advertisementId }) => {
      const view = await loadPublicAdvertisement(advertisementId);
      const hidden = view ? await listBlockedEitherWay(view.userId) : [];
      publish(
        { to: [rooms.members, rooms.creators], except: hidden.map(rooms.user) },
        fact,
        view ?? { id: advertisementId },
      );
    });
  }
}

/**
 * Makes advertisement-create and advertisement-update: the owner is told ok, since the write has announced itself;
 * everyone else NOT_FOUND (decision 30).
 */
export function advertisementIntents(isOwner: (id: string, userId: string) => Promise<boolean>): IntentDefinitions {
  const check = defineIntent(advertisementIntentSchema, async ({ id }, { identity }) =>
    (await isOwner(id, identity.id)) ? { ok: true } : { ok: false, code: 'NOT_FOUND' },
  );
  return { 'advertisement-create': check, 'advertisement-update': check };
}
