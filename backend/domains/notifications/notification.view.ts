import {
  MUTABLE_SOURCES,
  NOTIFICATION_CATEGORIES,
  type NotificationCategory,
  type NotificationFilter,
  type NotificationPriority,
  type NotificationView,
  type TypedParams,
  type UnreadCount,
} from '#shared/api/notifications.ts';
import { NOTIFICATION_LIMITS } from '#shared/limits.ts';
import { databaseNowMs } from '../../db/clock.ts';
import { isoOf, isoOrNull, read, type Reader, type Timestamp } from '../../db/read.ts';
import type { Role } from '#shared/api/endpoint.ts';
import { settingsPath } from '../auth/security.service.ts';
import { connectionExists } from '../connections/connection.access.ts';
import { isPublished } from '../courses/course.view.ts';
import { classOfEvent, isEventWithheld, isScheduled } from '../events/event.access.ts';
import { classOfPost, isPostWithheld, postExists } from '../posts/post.access.ts';
import { toUserCard, USER_CARD_COLUMNS, type UserCardRow } from '../users/user.view.ts';
import { HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';

/** The condition of each list, for a row of `notifications` by its alias in the statement. */
const STATES: Record<NotificationFilter, (row: string) => string> = {
  all: (row) => `${row}.done_at is null and (${row}.snoozed_until is null or ${row}.snoozed_until <= now())`,
  unread: (row) => `not ${row}.read and ${STATES.all(row)}`,
  snoozed: (row) => `${row}.done_at is null and ${row}.snoozed_until > now()`,
  done: (row) => `${row}.done_at is not null`,
};

/** True unless the actor is hidden from the viewer ($1), by a block or because the account is closed. */
const actorVisible = (row: string) => `(${row}.actor_id is null or (${row}.actor_id not in (${HIDDEN_FROM_VIEWER})
  and (select true from users au where au.id = ${row}.actor_id and au.deactivated_at is null limit 1)))`;

/** Tests whether the record that a notification is about has an audience without its receiver. */
export const isWithheld = (row: string) => withheldFrom(row, `${row}.user_id`);

const withheldFrom = (row: string, reader: string) => `case ${row}.source_type
    when 'post' then ${isPostWithheld(`${row}.source_id`, reader)}
    when 'event' then ${isEventWithheld(`${row}.source_id`, reader)} else false end`;

/** {@link isWithheld} for rows of the viewer ($1), whose role and groups Postgres then reads once for all rows. */
const isWithheldFromViewer = (row: string) => withheldFrom(row, '$1');

const mayShow = (row: string) => `${actorVisible(row)} and not ${isWithheldFromViewer(row)}`;

/** The viewer's ($1) notifications of a list that have not expired and whose actor and record are visible to them. */
export function shownTo(row: string, filter: NotificationFilter): string {
  return `${row}.user_id = $1 and ${row}.is_shown and (${row}.expires_at is null or ${row}.expires_at > now())
    and ${mayShow(row)} and ${STATES[filter](row)}`;
}

/** Selects the first group (`group_key`) of unread notifications of a category after another one, by an index. */
const nextUnreadGroup = (after: string) => `(select n.group_key from notifications n
  where n.category = c.category and ${after} and ${shownTo('n', 'unread')} order by n.group_key limit 1)`;

/**
 * Selects how many groups of unread notifications the viewer ($1) has in each category (`category`, `count`), at most
 * {@link NOTIFICATION_LIMITS.countedGroups}: it jumps from group to group, so that thousands cost no more than that.
 */
const UNREAD_OF_CATEGORIES = `select c.category, g.count from unnest(array[${NOTIFICATION_CATEGORIES.map(
  (category) => `'${category}'`,
).join(', ')}]) c (category) cross join lateral (
    with recursive groups as (
      select ${nextUnreadGroup('true')} as group_key
      union all
      select ${nextUnreadGroup('n.group_key > groups.group_key')} from groups where groups.group_key is not null
    ) select count(*)::int as count from (
      select from groups where group_key is not null limit ${NOTIFICATION_LIMITS.countedGroups}) counted) g`;

/** Counts the groups of unread notifications of the viewer ($1), at most the limit of each category. */
export const UNREAD_NOTIFICATIONS = `(select sum(k.count)::int from (${UNREAD_OF_CATEGORIES}) k)`;

/** A notification as the statements return it. */
export interface NotificationRow {
  id: string;
  type: TypedParams['type'];
  metadata: TypedParams['params'];
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
  awaits_answer: boolean;
  count: number;
  actor_count: number;
  all_read: boolean;
  actors: UserCardRow[] | null;
  recipient_role: Role;
  /** The item to whose class the source is addressed; null without one. */
  class_id: string | null;
}

/** Columns of a {@link NotificationRow} of `n`, joined with its group. */
export const NOTIFICATION_COLUMNS = `n.id, n.type, n.metadata, n.category, n.priority, n.read, n.done_at,
  n.snoozed_until, n.created_at, n.listed_at, n.expires_at, n.source_type, n.source_id, n.group_key, n.awaits_answer,
    case n.source_type
      when 'user' then exists (select 1 from users s where s.id = n.source_id and s.deactivated_at is null)
      when 'event' then ${isScheduled('n.source_id')} is not null
      when 'course' then ${isPublished('n.source_id')} is not null
      when 'post' then ${postExists('n.source_id')} is not null
      when 'connection' then ${connectionExists('n.source_id')}
      else n.source_type is null or n.source_id is not null end as has_source,
    exists (select 1 from notification_mutes s where s.user_id = n.user_id and s.source_type = n.source_type
      and s.source_id = n.source_id) as is_muted,
    g.count, g.actor_count, g.all_read, g.actors,
    (select r.role from users r where r.id = n.user_id) as recipient_role,
    case n.source_type when 'post' then ${classOfPost('n.source_id')}
      when 'event' then ${classOfEvent('n.source_id')} end as class_id`;

/**
 * Joins the group of `n`, the rows `m` that `together` selects: how many, whether all are read, and the latest three
 * actors.
 */
export function groupJoin(together: string): string {
  return `cross join lateral (select count(*)::int as count, count(distinct m.actor_id)::int as actor_count,
    bool_and(m.read) as all_read,
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
  // The row is written with the parameters of its type.
  const typed = { type: row.type, params: row.metadata } as TypedParams;
  const heldUntil = typed.type === 'event-promoted' ? typed.params.heldUntil : null;
  return {
    id: row.id,
    ...typed,
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
    actors: (row.actors ?? []).map(toUserCard),
    actorCount: row.actor_count,
    canMute: MUTABLE_SOURCES.some((type) => type === row.source_type) && row.has_source,
    isMuted: row.is_muted,
    canAnswer: row.awaits_answer && (heldUntil === null || Date.parse(heldUntil) > databaseNowMs()),
  };
}

/** Path of the app by source type; notifications without a source lead to the settings. */
export const NOTIFICATION_PATHS: Record<string, (id: string | null, row: NotificationRow) => string> = {
  conversation: (_id, { actors, recipient_role: role }) => {
    const page = role === 'creator' ? '/library?questions=1&' : '/chat?';
    return actors?.[0] ? `${page}with=${actors[0].author_id}` : page.slice(0, -1);
  },
  call: (_id, { actors }) => (actors?.[0] ? `/chat?with=${actors[0].author_id}` : '/chat'),
  post: (id, row) => (row.recipient_role === 'creator' ? classPath(row, 'discussion') : `/home?post=${id}`),
  event: (id, row) => (row.recipient_role === 'creator' ? classPath(row, 'events') : `/home?event=${id}`),
  course: (id, { recipient_role: role }) => `/${role === 'creator' ? 'library' : 'courses'}?item=${id}`,
  user: (id) => `/profile/${id}`,
  connection: () => '/connections',
  verification: () => '/profile',
  advertisement: () => '/library',
  purchase: (id) => `/library?purchase=${id}`,
  sale: (id) => `/library?sale=${id}`,
};

/** Path of a part of the page of an own item in the Library, where creators read what is written to its class. */
const classPath = ({ class_id: id }: NotificationRow, part: string) =>
  id === null ? '' : `/library?item=${id}&part=${part}`;

/** Creators can open the Library alone, so what leads elsewhere has no path for them. */
function pathOf(row: NotificationRow): string | null {
  const { source_type: type, source_id: id, recipient_role: role } = row;
  if (row.type === 'announcement') return null;
  const path = type === null ? settingsPath(role, 'account') : (NOTIFICATION_PATHS[type]?.(id, row) ?? null);
  return role === 'creator' && !path?.startsWith('/library') ? null : path;
}

/** The notifications of the same group in the same state; a single one is its own group. */
const WITH_IT = `m.user_id = n.user_id and m.group_key = n.group_key and m.is_shown = n.is_shown
  and m.done_at is not distinct from n.done_at and m.snoozed_until is not distinct from n.snoozed_until
  and ${mayShow('m')}`;
const BY_IDS = {
  name: 'notifications-by-ids',
  text: `select ${NOTIFICATION_COLUMNS} from notifications n ${groupJoin(WITH_IT)}
    where n.id = any($2::uuid[]) and n.user_id = $1 and ${mayShow('n')} order by array_position($2::uuid[], n.id)`,
};

/** Loads notifications with their groups, in the given order; left out are other users', and those of hidden actors. */
export async function loadNotificationViews(
  reader: Reader,
  ids: readonly string[],
  userId: string,
): Promise<NotificationView[]> {
  return (await read<NotificationRow>(reader, BY_IDS, [userId, ids])).map(toNotificationView);
}

/** Loads one notification as {@link loadNotificationViews} does; null when it is left out. */
export async function loadNotificationView(
  reader: Reader,
  id: string,
  userId: string,
): Promise<NotificationView | null> {
  const [view] = await loadNotificationViews(reader, [id], userId);
  return view ?? null;
}

/** Collapses the given notifications to the newest of each group, with the given ids that it covers. */
const NEWEST_OF_GROUPS = {
  name: 'notifications-newest-of-groups',
  text: `select ${NOTIFICATION_COLUMNS}, t.covered from (
      select (array_agg(n.id order by n.listed_at desc, n.id desc))[1] as id, array_agg(n.id) as covered
      from notifications n
      where n.id = any($2::uuid[]) and n.user_id = $1 and n.is_shown and (n.expires_at is null or n.expires_at > now())
        and ${mayShow('n')}
      group by n.group_key, n.done_at, n.snoozed_until
    ) t join notifications n on n.id = t.id ${groupJoin(WITH_IT)}`,
};

/** Loads those of the given notifications that are shown, one view per group; `ids` are the given ones it covers. */
export async function loadNewestOfGroups(
  reader: Reader,
  ids: readonly string[],
  userId: string,
): Promise<{ view: NotificationView; ids: string[] }[]> {
  if (ids.length === 0) return [];
  const rows = await read<NotificationRow & { covered: string[] }>(reader, NEWEST_OF_GROUPS, [userId, ids]);
  return rows.map((row) => ({ view: toNotificationView(row), ids: row.covered }));
}

const UNREAD = { name: 'notifications-unread', text: `select * from (${UNREAD_OF_CATEGORIES}) k where k.count > 0` };

/** Counts the unread notifications as {@link UnreadCount} says. */
export async function countUnread(reader: Reader, userId: string): Promise<UnreadCount> {
  const rows = await read<{ category: NotificationCategory; count: number }>(reader, UNREAD, [userId]);
  return {
    total: rows.reduce((sum, { count }) => sum + count, 0),
    byCategory: Object.fromEntries(rows.map(({ category, count }) => [category, count])),
  };
}
