import type { UserCard } from '#shared/api/users.ts';
import { profileIntentSchema } from '#shared/realtime/users.schema.ts';
import type { Facts } from '../../facts.ts';
import { defineIntent, type IntentDefinitions } from '../../realtime/intents.ts';
import type { Publish } from '../../realtime/publish.ts';
import { rooms } from '../../realtime/rooms.ts';

/** What announcing people needs. */
export interface UserAnnouncements {
  facts: Pick<Facts, 'on'>;
  publish: Publish;
  /** Null when the person is gone or deactivated. */
  loadUserCard: (userId: string) => Promise<UserCard | null>;
  /** Ids of accepted connections. */
  listConnectedIds: (userId: string) => Promise<string[]>;
}

/**
 * Pushes a changed profile to the person's connections and own devices (decision 31). When the person is gone, their
 * connections fetch afresh what they may have of them on screen.
 */
export function announceUsers({ facts, publish, loadUserCard, listConnectedIds }: UserAnnouncements): void {
  facts.on('profile-updated', async ({ userId }) => {
    const card = await loadUserCard(userId);
    const connected = await listConnectedIds(userId);
    if (card) publish({ to: [userId, ...connected].map(rooms.user) }, 'profile-updated', card);
    else
      for (const type of ['post', 'connection'] as const)
        publish({ to: connected.map(rooms.user) }, 'data-updated', { type });
  });
}

/**
 * profile-update: one tells of the own profile alone; acknowledged and dropped, since the write has announced itself
 * (decision 30).
 */
export const userIntents: IntentDefinitions = {
  'profile-update': defineIntent(profileIntentSchema, ({ id }, { identity }) =>
    id === identity.id ? { ok: true } : { ok: false, code: 'NOT_FOUND' },
  ),
};
