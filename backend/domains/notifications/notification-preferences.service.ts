import { LockMode } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import {
  CHANGEABLE_TYPES,
  NOTIFICATION_TYPES,
  type ChangeableType,
  type Channels,
  type Digest,
  type MutedSource,
  type NotificationPreferences,
} from '#shared/api/notifications.ts';
import { NOTIFICATION_LIMITS } from '#shared/limits.ts';
import { read, type Reader } from '../../db/read.ts';
import { transact } from '../../facts.ts';
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
  text: `select m.source_type, m.source_id, coalesce(left(p.content, 80), e.title, '') as title
    from notification_mutes m left join posts p on m.source_type = 'post' and p.id = m.source_id
      left join events e on m.source_type = 'event' and e.id = m.source_id
    where m.user_id = $1 order by m.created_at desc limit ${NOTIFICATION_LIMITS.mutedMax}`,
};
const UNMUTE = {
  name: 'notification-unmute-source',
  text: 'delete from notification_mutes where user_id = $1 and source_type = $2 and source_id = $3',
};

/** Loads which ways a member's notifications take, the defaults where nothing was chosen, and what is muted. */
export async function loadNotificationPreferences(reader: Reader, userId: string): Promise<NotificationPreferences> {
  const [saved] = await read<SavedRow>(reader, SAVED, [userId]);
  const muted = await read<{ source_type: string; source_id: string; title: string }>(reader, MUTED, [userId]);
  return {
    types: Object.fromEntries(
      CHANGEABLE_TYPES.map((type) => [type, { ...NOTIFICATION_TYPES[type].channels, ...saved?.types[type] }]),
    ) as Record<ChangeableType, Channels>,
    digest: saved?.digest ?? 'off',
    digestHour: saved?.digest_hour ?? 8,
    muted: muted.map(({ source_type, source_id, title }): MutedSource => ({
      sourceType: source_type,
      sourceId: source_id,
      title,
    })),
  };
}

/** A change as the schema lets it through. */
export interface NotificationPreferencesEdit {
  types?:
    | Partial<Record<ChangeableType, { [Channel in keyof Channels]?: boolean | undefined } | undefined>>
    | undefined;
  digest?: Digest | undefined;
  digestHour?: number | undefined;
}

/** Changes a member's preferences and answers all of them; single ways of single types can be changed alone. */
export async function editNotificationPreferences(
  em: EntityManager,
  userId: string,
  { types = {}, digest, digestHour }: NotificationPreferencesEdit,
): Promise<NotificationPreferences> {
  return transact(em, async (tx) => {
    await tx.upsert(NotificationPreferencesRow, tx.create(NotificationPreferencesRow, { userId }, { persist: false }), {
      onConflictFields: ['userId'],
      onConflictAction: 'ignore',
    });
    const saved = await tx.findOneOrFail(
      NotificationPreferencesRow,
      { userId },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
    );
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
    return loadNotificationPreferences(tx, userId);
  });
}

/** Lets what is about a source come again; what was not muted stays so. */
export async function unmuteSource(
  em: EntityManager,
  userId: string,
  { sourceType, sourceId }: { sourceType: string; sourceId: string },
): Promise<void> {
  await read(em, UNMUTE, [userId, sourceType, sourceId]);
}
