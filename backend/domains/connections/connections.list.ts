import type { ConnectionCount, ConnectionList, ConnectionView } from '#shared/api/connections.ts';
import type { Role } from '#shared/api/endpoint.ts';
import type { UserCard } from '#shared/api/users.ts';
import { CONNECTION_LIMITS } from '#shared/limits.ts';
import { query, type Pool } from '../../db/pool.ts';
import { patternOf, read, type Reader } from '../../db/read.ts';
import { notFound } from '../../http/app-error.ts';
import { creationCursor, decodeCursor, LIST_START, toPage, type Page, type PageQuery } from '../../http/page.ts';
import { loadUserCard, toUserCard, USER_CARD_COLUMNS, type UserCardRow } from '../users/user.view.ts';
import {
  mutualCountWith,
  mutualsOf,
  mutualsWith,
  NOTE,
  toConnectionView,
  VISIBLE_CONNECTIONS,
  type ConnectionRow,
} from './connection.view.ts';
import { HIDDEN_FROM_VIEWER, hidesConnections } from '../visibility/visibility.access.ts';

/** The filters and the page of a list of connections. */
export interface ConnectionsRequest extends PageQuery {
  status?: ConnectionList | undefined;
  q?: string | undefined;
  role?: Role | undefined;
}

/** The conditions of each list: the viewer as requester, as addressee, or both. */
const SOURCES: Record<ConnectionList, string[]> = {
  accepted: [`c.user_id = $1 and c.status = 'accepted'`, `c.connected_user_id = $1 and c.status = 'accepted'`],
  received: [`c.connected_user_id = $1 and c.status = 'pending' and c.ignored_at is null`],
  sent: [`c.user_id = $1 and c.status = 'pending'`],
};

/**
 * Each side is one index scan; names are compared by Unicode rules in any locale of the database; the filters by name
 * and role read only the user's own connections.
 */
function listText(list: ConnectionList, rows: number): string {
  const sides = SOURCES[list].map(
    (side) => `select c.id, c.user_id, c.status, ${NOTE}, c.created_at, ${USER_CARD_COLUMNS}
      from connections c join users u on u.id = case when c.user_id = $1 then c.connected_user_id else c.user_id end
        and u.deactivated_at is null
      where ${side} and (c.created_at, c.id) < ($2::timestamptz, $3::uuid) and u.id not in (${HIDDEN_FROM_VIEWER})
        and ($4::text is null or u.full_name collate "und-x-icu" ilike $4 or u.username ilike $4) and ($5::text is null
          or (u.role = $5 and not u.is_awaiting_approval))
      order by c.created_at desc, c.id desc limit ${rows}`,
  );
  return `with mine as materialized (${VISIBLE_CONNECTIONS})
    select k.*, ${mutualCountWith('k.author_id')} as mutual_count from (select *
      from (${sides.map((side) => `(${side})`).join(' union all ')}) s order by s.created_at desc, s.id desc
      limit ${rows}) k
    order by k.created_at desc, k.id desc`;
}

const statements = (rows: number, suffix: string) =>
  Object.fromEntries(
    (['accepted', 'received', 'sent'] as const).map((list) => [
      list,
      { name: `connections-${list}${suffix}`, text: listText(list, rows) },
    ]),
  ) as Record<ConnectionList, { name: string; text: string }>;
const SHORT = statements(CONNECTION_LIMITS.pageItems + 1, '');
const LONG = statements(CONNECTION_LIMITS.pageMaxItems + 1, '-long');

/** Lists one page of a user's connections, newest first, without ignored requests and blocked users. */
export async function listConnections(
  pool: Pool,
  viewerId: string,
  request: ConnectionsRequest,
): Promise<Page<ConnectionView>> {
  const limit = request.limit ?? CONNECTION_LIMITS.pageItems;
  const { at, id } = decodeCursor(request.cursor) ?? LIST_START.down;
  const statement = (limit <= CONNECTION_LIMITS.pageItems ? SHORT : LONG)[request.status ?? 'accepted'];
  const rows = await query<ConnectionRow>(pool, statement, [
    viewerId,
    at,
    id,
    patternOf(request.q),
    request.role ?? null,
  ]);
  return toPage(rows, limit, { cursorOf: creationCursor, view: (row) => toConnectionView(row, viewerId) });
}

const COUNT = {
  name: 'connection-count',
  text: `select
    (select count(*)::int from (${VISIBLE_CONNECTIONS}) a) as accepted,
    (select count(*)::int from connections c join users u on u.id = c.user_id and u.deactivated_at is null
      where c.connected_user_id = $1 and c.status = 'pending' and c.ignored_at is null
        and u.id not in (${HIDDEN_FROM_VIEWER})) as received,
    (select count(*)::int from connections c join users u on u.id = c.connected_user_id and u.deactivated_at is null
      where c.user_id = $1 and c.status = 'pending' and u.id not in (${HIDDEN_FROM_VIEWER})) as sent`,
};

/** Counts a user's connections as the lists show them. */
export async function countConnections(reader: Reader, viewerId: string): Promise<ConnectionCount> {
  const [row] = await read<ConnectionCount>(reader, COUNT, [viewerId]);
  return row ?? { accepted: 0, received: 0, sent: 0 };
}

const MUTUAL = {
  name: 'mutual-connections',
  text: `select ${USER_CARD_COLUMNS} from (${mutualsWith('$2')}) k join users u on u.id = k.id
    where not ${hidesConnections('$2')}
    order by u.full_name, u.id limit ${CONNECTION_LIMITS.pageMaxItems}`,
};

/** Lists up to 50 mutual connections by name; none when they are hidden. @throws AppError NOT_FOUND. */
export async function listMutual(pool: Pool, viewerId: string, otherId: string): Promise<UserCard[]> {
  await checkVisible(pool, viewerId, otherId);
  const rows = await query<UserCardRow>(pool, MUTUAL, [viewerId, otherId]);
  return rows.map(toUserCard);
}

const MUTUAL_COUNT = {
  name: 'mutual-count',
  text: `with mine as materialized (${VISIBLE_CONNECTIONS}) select ${mutualsOf('$2::uuid')} as count`,
};

/** Counts mutual connections regardless of the other user's settings: for decisions, never for display. */
export async function countMutual(reader: Reader, viewerId: string, otherId: string): Promise<number> {
  const [row] = await read<{ count: number }>(reader, MUTUAL_COUNT, [viewerId, otherId]);
  return row?.count ?? 0;
}

const HIDDEN = { name: 'is-hidden-from', text: `select 1 as is_hidden where $2::uuid in (${HIDDEN_FROM_VIEWER})` };

/** Loads the card of a user who is active and not hidden from the viewer. @throws AppError NOT_FOUND. */
export async function checkVisible(reader: Reader, viewerId: string, otherId: string): Promise<UserCard> {
  const [card, hidden] = await Promise.all([loadUserCard(reader, otherId), read(reader, HIDDEN, [viewerId, otherId])]);
  if (!card || hidden.length > 0) throw notFound('This member');
  return card;
}
