import {
  NOTIFICATION_FILTERS,
  type ListNotificationsQuery,
  type NotificationFilter,
  type NotificationView,
} from '#shared/api/notifications.ts';
import { NOTIFICATION_LIMITS } from '#shared/limits.ts';
import { query, type Pool, type Statement } from '../../db/pool.ts';
import { isoOf } from '../../db/read.ts';
import { decodeCursor, LIST_START, toPage, type Page } from '../../http/page.ts';
import {
  groupJoin,
  NOTIFICATION_COLUMNS,
  shownTo,
  toNotificationView,
  type NotificationRow,
} from './notification.view.ts';

/** What narrows a list: $2 category, $3 priority, either null. */
const NARROWED = (row: string) =>
  `($2::text is null or ${row}.category = $2) and ($3::text is null or ${row}.priority = $3)`;
const POSITION = '(n.listed_at, n.id) < ($4::timestamptz, $5::uuid)';
const ORDER = 'order by n.listed_at desc, n.id desc limit $6';

/**
 * The newest of each group in the list, with the group. The statement walks the list downwards, one step for each group
 * that it meets: it passes the older rows of groups that it has met by their key alone, and leaves out a group whose
 * newest row is on an earlier page. So a page costs the same however many notifications there are.
 */
function grouped(filter: NotificationFilter): Statement {
  const listed = (row: string) => `${shownTo(row, filter)} and ${NARROWED(row)}`;
  return {
    name: `notifications-list-${filter}`,
    text: `with recursive walk as (
        select $4::timestamptz as listed_at, $5::uuid as id, array[]::text[] as met, false as is_newest
        union all
        select c.listed_at, c.id, w.met || c.group_key, newest.id = c.id from walk w
          cross join lateral (select n.id, n.listed_at, n.group_key from notifications n
            where (n.listed_at, n.id) < (w.listed_at, w.id) and n.group_key <> all(w.met) and ${listed('n')}
            order by n.listed_at desc, n.id desc limit 1) c
          cross join lateral (select m.id from notifications m where m.group_key = c.group_key and ${listed('m')}
            order by m.listed_at desc, m.id desc limit 1) newest
      ), page as materialized (select walk.id from walk where walk.is_newest limit $6)
      select ${NOTIFICATION_COLUMNS} from page join notifications n on n.id = page.id
        ${groupJoin(`m.group_key = n.group_key and ${listed('m')}`)}
        order by n.listed_at desc, n.id desc`,
  };
}

/** Each of one group ($7) alone. */
function single(filter: NotificationFilter): Statement {
  return {
    name: `notifications-list-${filter}-of-group`,
    text: `select ${NOTIFICATION_COLUMNS} from (
        select n.* from notifications n where ${shownTo('n', filter)} and ${NARROWED('n')} and ${POSITION}
          and n.group_key = $7 ${ORDER}
      ) n ${groupJoin('m.id = n.id')} order by n.listed_at desc, n.id desc`,
  };
}

const STATEMENTS = Object.fromEntries(
  NOTIFICATION_FILTERS.map((filter) => [filter, { grouped: grouped(filter), single: single(filter) }]),
) as Record<NotificationFilter, { grouped: Statement; single: Statement }>;

/** Lists a member's notifications, the latest first, each group as one, or with `groupKey` those of one group alone. */
export async function listNotifications(
  pool: Pool,
  userId: string,
  input: ListNotificationsQuery,
): Promise<Page<NotificationView>> {
  const { filter = 'all', category, priority, groupKey, cursor, limit = NOTIFICATION_LIMITS.pageItems } = input;
  const { at, id } = decodeCursor(cursor) ?? LIST_START.down;
  const values = [userId, category ?? null, priority ?? null, at, id, limit + 1];
  const { grouped: together, single: alone } = STATEMENTS[filter];
  const rows = await (groupKey === undefined
    ? query<NotificationRow>(pool, together, values)
    : query<NotificationRow>(pool, alone, [...values, groupKey]));
  return toPage(rows, limit, {
    cursorOf: (row) => ({ at: isoOf(row.listed_at), id: row.id }),
    view: toNotificationView,
  });
}
