import {
  MUTABLE_SOURCES,
  NOTIFICATION_TYPES,
  type NotificationCategory,
  type NotificationFilter,
  type NotificationPriority,
  type NotificationType,
  type NotificationView,
  type UnreadCount,
} from '#shared/api/notifications.ts';
import { isoOf, isoOrNull, read, type Reader, type Timestamp } from '../../db/read.ts';
import { HIDDEN_FROM_VIEWER, toUserCard, USER_CARD_COLUMNS, type UserCardRow } from '../users/user.view.ts';

/** What each list holds, of a row of `notifications` by its name in the statement. */
const STATES: Record<NotificationFilter, (row: string) => string> = {
  all: (row) => `${row}.done_at is null and (${row}.snoozed_until is null or ${row}.snoozed_until <= now())`,
  unread: (row) => `not ${row}.read and ${STATES.all(row)}`,
  snoozed: (row) => `${row}.done_at is null and ${row}.snoozed_until > now()`,
  done: (row) => `${row}.done_at is not null`,
};

/** Whoever did it is not hidden from the viewer ($1), by a block or because the account is closed. */
const byNobodyHidden = (row: string) => `(${row}.actor_id is null or (${row}.actor_id not in (${HIDDEN_FROM_VIEWER})
  and (select true from users au where au.id = ${row}.actor_id and au.deactivated_at is null limit 1)))`;

/** The viewer's ($1) notifications of a list that have not run out and come from nobody hidden from the viewer. */
export function shownTo(row: string, filter: NotificationFilter): string {
  return `${row}.user_id = $1 and ${row}.is_shown and (${row}.expires_at is null or ${row}.expires_at > now())
    and ${byNobodyHidden(row)} and ${STATES[filter](row)}`;
}

/** A notification as the lists read it. */
export interface NotificationRow {
  id: string;
  type: NotificationType;
  title: string;
  content: string;
  metadata: { excerpt?: string; path?: string };
  category: NotificationCategory;
  priority: NotificationPriority;
  read: boolean;
  done_at: Timestamp | null;
  snoozed_until: Timestamp | null;
  created_at: Timestamp;
  listed_at: Timestamp;
  expires_at: Timestamp | null;
  source_type: string | null;
  source_id: string | null;
  group_key: string;
  has_source: boolean;
  is_muted: boolean;
  can_answer: boolean;
  count: number;
  people: number;
  all_read: boolean;
  actors: UserCardRow[] | null;
}

/** Columns of a {@link NotificationRow} of `n`, joined with its group. */
export const NOTIFICATION_COLUMNS = `n.id, n.type, n.title, n.content, n.metadata, n.category, n.priority, n.read, n.done_at, n.snoozed_until, n.created_at,
    n.listed_at, n.expires_at, n.source_type, n.source_id, n.group_key,
    case n.source_type
      when 'post' then exists (select 1 from posts s where s.id = n.source_id)
      when 'event' then exists (select 1 from events s where s.id = n.source_id)
      when 'user' then exists (select 1 from users s where s.id = n.source_id and s.deactivated_at is null)
      when 'connection' then exists (select 1 from connections s where s.id = n.source_id)
      else true end as has_source,
    exists (select 1 from notification_mutes s where s.user_id = n.user_id and s.source_type = n.source_type and s.source_id = n.source_id) as is_muted,
    case n.type
      when 'connection-request' then exists (select 1 from connections s where s.id = n.source_id and s.status = 'pending' and s.ignored_at is null)
      when 'event-promoted' then exists (select 1 from event_attendees s where s.event_id = n.source_id and s.user_id = n.user_id and s.held_until > now())
      else false end as can_answer,
    g.count, g.people, g.all_read, g.actors`;

/**
 * Joins what stands behind `n`, as `together` tells the rows `m`: how many, whether all is read, and the three who were
 * last.
 */
export function groupJoin(together: string): string {
  return `cross join lateral (select count(*)::int as count, count(distinct m.actor_id)::int as people, bool_and(m.read) as all_read,
    (select json_agg(a order by a.latest desc) from (
      select ${USER_CARD_COLUMNS}, l.latest from (
        select m.actor_id, max(m.listed_at) as latest from notifications m
          where ${together} and m.actor_id is not null group by m.actor_id order by 2 desc limit 3
      ) l join users u on u.id = l.actor_id and u.deactivated_at is null
    ) a) as actors
    from notifications m where ${together}) g`;
}

/** Makes the view of a row. */
export function toNotificationView(row: NotificationRow): NotificationView {
  const actors = (row.actors ?? []).map(toUserCard);
  const { deed } = NOTIFICATION_TYPES[row.type] ?? { deed: null };
  return {
    id: row.id,
    type: row.type,
    title: row.title,
    content:
      row.count > 1 && deed !== null
        ? `${namesOf(
            actors.map(({ fullName }) => fullName),
            row.people,
          )} ${deed}`
        : row.content,
    excerpt: row.metadata.excerpt ?? null,
    category: row.category,
    priority: row.priority,
    read: row.all_read ?? row.read,
    done: row.done_at !== null,
    snoozedUntil: isoOrNull(row.snoozed_until),
    createdAt: isoOf(row.created_at),
    expiresAt: isoOrNull(row.expires_at),
    sourceType: row.source_type,
    sourceId: row.source_id,
    path: row.has_source ? pathOf(row) : null,
    groupKey: row.group_key,
    count: row.count,
    actors,
    canMute: MUTABLE_SOURCES.some((type) => type === row.source_type) && row.has_source,
    isMuted: row.is_muted,
    canAnswer: row.can_answer,
  };
}

/** "Ana", "Ana and Bo", "Ana, Bo and 3 others", of so many people. */
function namesOf([first = 'Someone', second]: readonly string[], people: number): string {
  if (second === undefined) return first;
  const others = people - 2;
  if (others <= 0) return `${first} and ${second}`;
  return `${first}, ${second} and ${others} ${others === 1 ? 'other' : 'others'}`;
}

function pathOf({ metadata, source_type, source_id }: NotificationRow): string | null {
  if (metadata.path) return metadata.path;
  if (source_type === 'post') return `/home?post=${source_id}`;
  if (source_type === 'user') return `/profile/${source_id}`;
  return source_type === 'connection' ? '/connections' : null;
}

/** Those of the same group that are in the same state; one that stands alone is its own group. */
const WITH_IT = `m.user_id = n.user_id and m.group_key = n.group_key and m.is_shown = n.is_shown and m.done_at is not distinct from n.done_at
  and m.snoozed_until is not distinct from n.snoozed_until and ${byNobodyHidden('m')}`;
const BY_ID = {
  name: 'notification-by-id',
  text: `select ${NOTIFICATION_COLUMNS} from notifications n ${groupJoin(WITH_IT)} where n.id = $2 and n.user_id = $1
    and ${byNobodyHidden('n')}`,
};

/** Loads a notification with its group as it stands; null when it is gone, another's, or from someone hidden. */
export async function loadNotificationView(
  reader: Reader,
  id: string,
  userId: string,
): Promise<NotificationView | null> {
  const [row] = await read<NotificationRow>(reader, BY_ID, [userId, id]);
  return row ? toNotificationView(row) : null;
}

/**
 * Of those asked for, the newest of each group stands for it, with the others named beside it: a group is read once,
 * however often it grew.
 */
const TOLD = {
  name: 'notifications-told',
  text: `select ${NOTIFICATION_COLUMNS}, t.asked from (
      select (array_agg(n.id order by n.listed_at desc, n.id desc))[1] as id, array_agg(n.id) as asked
      from notifications n
      where n.id = any($2::uuid[]) and n.user_id = $1 and n.is_shown and (n.expires_at is null or n.expires_at > now()) and ${byNobodyHidden('n')}
      group by n.group_key, n.done_at, n.snoozed_until
    ) t join notifications n on n.id = t.id ${groupJoin(WITH_IT)}`,
};

/** Loads what is shown of some notifications, a view for each group; `ids` are those asked for that it stands for. */
export async function loadToldNotifications(
  reader: Reader,
  ids: readonly string[],
  userId: string,
): Promise<{ view: NotificationView; ids: string[] }[]> {
  if (ids.length === 0) return [];
  const rows = await read<NotificationRow & { asked: string[] }>(reader, TOLD, [userId, ids]);
  return rows.map((row) => ({ view: toNotificationView(row), ids: row.asked }));
}

const UNREAD = {
  name: 'notifications-unread',
  text: `select n.category, count(distinct n.group_key)::int as count from notifications n where ${shownTo('n', 'unread')} group by n.category`,
};

/** Counts what is unread; a group counts once. */
export async function countUnread(reader: Reader, userId: string): Promise<UnreadCount> {
  const rows = await read<{ category: NotificationCategory; count: number }>(reader, UNREAD, [userId]);
  return {
    total: rows.reduce((sum, { count }) => sum + count, 0),
    byCategory: Object.fromEntries(rows.map(({ category, count }) => [category, count])),
  };
}
