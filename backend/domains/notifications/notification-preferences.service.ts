import type { EntityManager } from '@mikro-orm/postgresql';
import type * as z from 'zod/mini';
import type { notificationSchemas } from '#shared/api/notifications.schema.ts';
import { CHANGEABLE_TYPES, NOTIFICATION_TYPES } from '#shared/api/notification-types.ts';
import {
  MUTABLE_SOURCES,
  type ChangeableType,
  type Channels,
  type Digest,
  type MutedSource,
  type NotificationPreferences,
} from '#shared/api/notifications.ts';
import { NOTIFICATION_LIMITS } from '#shared/limits.ts';
import type { LoadTitles } from '../../db/notification-draft.ts';
import { read, type Reader } from '../../db/read.ts';
import { lockRowOf, transact } from '../../db/transact.ts';
import { NotificationPreferencesRow } from './notification-preferences.entity.ts';

interface SavedRow {
  types: Partial<Record<ChangeableType, Partial<Channels>>>;
  digest: Digest;
  digest_hour: number;
}

const SAVED = {
  name: 'notification-preferences',
  text: 'select types, digest, digest_hour from notification_preferences where user_id = $1',
};
const MUTED = {
  name: 'notification-mutes',
  text: `select source_type, source_id from notification_mutes where user_id = $1
    order by created_at desc limit ${NOTIFICATION_LIMITS.mutedMax}`,
};
const UNMUTE = {
  name: 'notification-unmute-source',
  text: 'delete from notification_mutes where user_id = $1 and source_type = $2 and source_id = $3',
};

/** Loads the titles of records that can be muted, by source type. */
export type SourceTitles = Readonly<Record<(typeof MUTABLE_SOURCES)[number], LoadTitles>>;

interface MutedRow {
  source_type: MutedSource['sourceType'];
  source_id: string;
}

/** Loads the muted sources of a user, the latest first. */
async function loadMuted(
  reader: Reader,
  userId: string,
  titles: SourceTitles,
): Promise<NotificationPreferences['muted']> {
  const rows = await read<MutedRow>(reader, MUTED, [userId]);
  const loaded = new Map<string, string>();
  for (const type of MUTABLE_SOURCES) {
    const ids = rows.filter((row) => row.source_type === type).map((row) => row.source_id);
    if (ids.length > 0) for (const [id, title] of await titles[type](reader, userId, ids)) loaded.set(id, title);
  }
  return rows.map(({ source_type: sourceType, source_id: sourceId }) => ({
    sourceType,
    sourceId,
    title: loaded.get(sourceId) ?? '',
  }));
}

/** Loads the channels of a user's notifications, the defaults where nothing was chosen, and what is muted. */
export async function loadNotificationPreferences(
  reader: Reader,
  userId: string,
  titles: SourceTitles,
): Promise<NotificationPreferences> {
  const [saved] = await read<SavedRow>(reader, SAVED, [userId]);
  return {
    types: Object.fromEntries(
      CHANGEABLE_TYPES.map((type) => [type, { ...NOTIFICATION_TYPES[type].channels, ...saved?.types[type] }]),
    ) as Record<ChangeableType, Channels>,
    digest: saved?.digest ?? 'off',
    digestHour: saved?.digest_hour ?? 8,
    muted: await loadMuted(reader, userId, titles),
  };
}

type PreferencesEdit = z.infer<typeof notificationSchemas.editNotificationPreferences.body>;

/** Changes a user's preferences and returns all of them; a field that is left out does not change. */
export async function editNotificationPreferences(
  em: EntityManager,
  userId: string,
  { types = {}, digest, digestHour, titles }: PreferencesEdit & { titles: SourceTitles },
): Promise<NotificationPreferences> {
  return transact(em, async (tx) => {
    const saved = await lockRowOf(tx, NotificationPreferencesRow, userId);
    const changed = Object.fromEntries(
      (Object.entries(types) as [ChangeableType, Partial<Channels>][]).map(([type, channels]) => [
        type,
        { ...saved.types[type], ...channels },
      ]),
    );
    saved.types = { ...saved.types, ...changed };
    if (digest !== undefined) saved.digest = digest;
    if (digestHour !== undefined) saved.digestHour = digestHour;
    await tx.flush();
    return loadNotificationPreferences(tx, userId, titles);
  });
}

/** Unmutes a source; does nothing when it is not muted. */
export async function unmuteSource(
  em: EntityManager,
  userId: string,
  { sourceType, sourceId }: { sourceType: string; sourceId: string },
): Promise<void> {
  await read(em, UNMUTE, [userId, sourceType, sourceId]);
}
