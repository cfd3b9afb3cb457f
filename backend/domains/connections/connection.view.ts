import type { ConnectionView, PublicConnectionView } from '#shared/api/connections.ts';
import type { UserCard } from '#shared/api/users.ts';
import { isoOf, read, type Reader, type Timestamp } from '../../db/read.ts';
import { toUserCard, USER_CARD_COLUMNS, type UserCardRow } from '../users/user.view.ts';
import {
  connectedTo,
  DEACTIVATED_USERS,
  HIDDEN_FROM_VIEWER,
  hidesConnections,
} from '../visibility/visibility.access.ts';
import type { ConnectionStatus } from './connection.entity.ts';

/** Counts the connections of the user that an SQL expression names. */
export const connectionCountOf = (user: string) => `(select count(*)::int from (${connectedTo(user)}) cc)`;

/** Selects the ids (`id`) of a user's active connections that are not hidden from the viewer ($1). */
export const visibleConnectionsOf = (user: string) => `select m.id from (${connectedTo(user)}) m
  where m.id not in (${HIDDEN_FROM_VIEWER}) and m.id not in (${DEACTIVATED_USERS})`;

/** Body of the CTE `mine`: ids of the viewer's ($1) connections that the viewer can see. */
export const VISIBLE_CONNECTIONS = visibleConnectionsOf('$1');

/**
 * Selects the ids (`id`) of the mutual connections of the viewer ($1) and a user that are not hidden from the viewer.
 * As an array, they are read before their accounts; otherwise, Postgres may read the accounts of all connections of
 * one.
 */
export const mutualsWith = (user: string) => `select unnest(array(select t.id from (${visibleConnectionsOf(user)}) t
  where t.id in (${connectedTo('$1')}))) as id`;

/** Counts the mutual connections of the viewer and a user, whatever that user's settings; requires the CTE `mine`. */
export const mutualsOf = (user: string) =>
  `(select count(*)::int from (${connectedTo(user)}) t where t.id in (select mine.id from mine))`;

/** As {@link mutualsOf}, for display: 0 when the user hides their connections. */
export const mutualCountWith = (user: string) =>
  `case when ${hidesConnections(user)} then 0 else ${mutualsOf(user)} end`;

/**
 * Selects the note of a connection `c` for one side ($1). A student reads it only once they have accepted, since anyone
 * can write one.
 */
export const NOTE = `case when c.user_id = $1 or c.status = 'accepted'
  or (select me.role from users me where me.id = $1) <> 'student' then c.note end as note`;

/** A row of a connection list, with the other user. */
export interface ConnectionRow extends UserCardRow {
  id: string;
  user_id: string;
  status: ConnectionStatus;
  note: string | null;
  created_at: Timestamp;
  mutual_count: number;
}

/** Converts a row to the view of one side. */
export function toConnectionView(row: ConnectionRow, viewerId: string): ConnectionView {
  return {
    id: row.id,
    status: row.status,
    direction: row.user_id === viewerId ? 'sent' : 'received',
    note: row.note,
    createdAt: isoOf(row.created_at),
    user: toUserCard(row),
    mutualCount: row.mutual_count,
  };
}

const BY_ID = {
  name: 'connection-by-id',
  text: `with mine as materialized (${VISIBLE_CONNECTIONS})
    select c.id, c.user_id, c.status, ${NOTE}, c.created_at, ${USER_CARD_COLUMNS},
      ${mutualCountWith('u.id')} as mutual_count
    from connections c
    join users u on u.id = case when c.user_id = $1 then c.connected_user_id else c.user_id end
      and u.deactivated_at is null
    where c.id = $2 and $1 in (c.user_id, c.connected_user_id) and u.id not in (${HIDDEN_FROM_VIEWER})`,
};

/** Loads a connection for one of its sides; null for other users, and when the other side is deleted or hidden. */
export async function loadConnectionView(reader: Reader, id: string, viewerId: string): Promise<ConnectionView | null> {
  const [row] = await read<ConnectionRow>(reader, BY_ID, [viewerId, id]);
  return row ? toConnectionView(row, viewerId) : null;
}

/** Connections of the viewer ($1) with both users; an ignored request is returned only to its requester. */
const PUBLIC = {
  name: 'connections-public',
  text: `select c.id, c.user_id, c.connected_user_id, c.status, ${NOTE}, c.created_at, ${USER_CARD_COLUMNS}
    from connections c join users u on u.id in (c.user_id, c.connected_user_id) and u.deactivated_at is null
    where c.id = any($2::uuid[]) and $1 in (c.user_id, c.connected_user_id) and (c.user_id = $1
      or c.status <> 'pending' or c.ignored_at is null)
      and case when c.user_id = $1 then c.connected_user_id else c.user_id end not in (${HIDDEN_FROM_VIEWER})`,
};

interface PublicRow extends UserCardRow {
  id: string;
  user_id: string;
  connected_user_id: string;
  status: ConnectionStatus;
  note: string | null;
  created_at: Timestamp;
}

/** Loads connections of one side with both users, for pushes; deleted and hidden ones are missing from the map. */
export async function loadPublicConnectionViews(
  reader: Reader,
  ids: readonly string[],
  viewerId: string,
): Promise<Map<string, PublicConnectionView>> {
  const rows = await read<PublicRow>(reader, PUBLIC, [viewerId, ids]);
  const cards = new Map(rows.map((row) => [row.author_id, toUserCard(row)]));
  return new Map(
    rows.flatMap((row) => {
      const [requester, addressee] = [cards.get(row.user_id), cards.get(row.connected_user_id)];
      return requester && addressee ? [[row.id, toPublic(row, requester, addressee)]] : [];
    }),
  );
}

function toPublic(row: PublicRow, requester: UserCard, addressee: UserCard): PublicConnectionView {
  return {
    id: row.id,
    userId: row.user_id,
    connectedUserId: row.connected_user_id,
    status: row.status,
    note: row.note,
    createdAt: isoOf(row.created_at),
    requester,
    addressee,
  };
}
