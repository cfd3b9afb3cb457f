import type { Pool } from 'pg';
import type { MessageHit } from '#shared/api/messages.ts';
import type { SearchItem, SearchPeer, SearchSort } from '#shared/api/search.ts';
import type { UserCard } from '#shared/api/users.ts';
import { MESSAGE_LIMITS, SEARCH_LIMITS } from '#shared/limits.ts';
import { DAY_MS } from '#shared/time.ts';
import { query } from '../../db/pool.ts';
import { isoOf, read, type Reader, type Timestamp } from '../../db/read.ts';
import { decodeCursor, toPage, type Page } from '../../http/page.ts';
import { spanOf } from '../../db/text/eras.ts';
import { newestOf, toSteps } from '../../db/text/newest.ts';
import { connectedTo } from '../connections/connection.view.ts';
import { parseQuery, toTsquery, type ParsedQuery } from '../../db/text/text-query.ts';
import { scoreOf } from '../../db/text/score.ts';
import { isUnspaced } from '../../db/text/words.ts';
import { HIDDEN_FROM_VIEWER, toUserCard, USER_CARD_COLUMNS, type UserCardRow } from '../users/user.view.ts';
import { MESSAGE_COLUMNS, MESSAGE_QUOTE, toMessageView, type MessageRow } from './message.view.ts';

/**
 * Rows `i` of the index that the viewer ($1) may find for words ($2) in the scopes $3: people, or a conversation. What
 * one of them has deleted for themself and who is blocked is looked up as it is now.
 */
const FOUND = `from message_index i where i.scopes @> $3::uuid[] and i.scopes @> array[$1::uuid] and i.fts @@ $2::tsquery
    and ($4::timestamptz is null or i.sent_at < $4) and ($5::timestamptz is null or i.sent_at >= $5)
    and not i.scopes && coalesce((select array_agg(b.id) from (${HIDDEN_FROM_VIEWER}) b (id)), '{}')
    and i.message_id not in (select h.message_id from message_hides h where h.user_id = $1)`;
/** The newest of them, found in steps whose ends are four parameters from `first` on; `where` narrows further. */
const newest = (columns: string, { where = '', limit, first }: { where?: string; limit: string; first: number }) =>
  newestOf('newest', {
    from: `select ${columns} ${FOUND} ${where}`,
    at: 'i.sent_at',
    id: 'i.message_id',
    eras: 'i.eras',
    limit,
    steps: {
      since: `($${first}::timestamptz[])[1]`,
      earlierSince: `($${first + 1}::timestamptz[])[1]`,
      eras: `$${first + 2}::int[]`,
      earlierEras: `$${first + 3}::int[]`,
    },
  });
/** How far the steps go back. */
const [LATE_MS, MIDDLE_MS] = [20 * DAY_MS, 250 * DAY_MS];
/** Postgres has no year 0, which steps from a time in the year 1 would reach; nothing was written before 1970. */
function stepsBefore(...times: (string | undefined)[]): unknown[] {
  const last = Math.max(
    MIDDLE_MS,
    Math.min(Date.now(), ...times.flatMap((time) => (time === undefined ? [] : [Date.parse(time)]))),
  );
  return toSteps([[spanOf(last - LATE_MS, last), spanOf(last - MIDDLE_MS, last)]]);
}

/** The message of a found row, once more checked on itself. */
const MESSAGE =
  'join messages m on m.id = f.message_id and m.deleted_at is null and $1 in (m.sender_id, m.receiver_id)';
/** The other of a conversation, as `p`. */
const PEER = `left join lateral (select ${USER_CARD_COLUMNS} from users u
    where u.id = case when m.sender_id = $1 then m.receiver_id else m.sender_id end and u.deactivated_at is null) p on true`;

/** The page is cut before anything is joined to it: a common word stands in many messages. */
const PAGE = newest('i.message_id, i.sent_at', {
  where: `and (i.sent_at, i.message_id) < ($6::timestamptz, $7::uuid) and (($12::boolean is null and $13::boolean) or exists (
      select 1 from messages k where k.id = i.message_id and ($12 is null or $12 = (k.sender_id = $1)) and ($13 or k.file_id is not null)))`,
  limit: String(MESSAGE_LIMITS.searchMaxItems + 1),
  first: 8,
});
const SEARCH = {
  name: 'messages-search',
  text: `with ${PAGE.ctes} select ${MESSAGE_COLUMNS}, p.* from (${PAGE.rows}) f ${MESSAGE} ${MESSAGE_QUOTE} ${PEER} order by f.sent_at desc, f.message_id desc`,
};

/** A search in own conversations; `with` is the other or the conversation, dates are ISO 8601. */
export interface MessageSearch {
  q: string;
  with?: string | undefined;
  from?: 'me' | 'them' | undefined;
  has?: 'file' | undefined;
  before?: string | undefined;
  after?: string | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** A shorter beginning of a word fits a great part of all messages, one's own and everybody's. */
const OPEN_MIN_CHARS = 3;

/** Finds messages of the viewer's own conversations that hold every word, the last one as a beginning; newest first. */
export async function searchMessages(
  pool: Pool,
  userId: string,
  { q, cursor, limit = MESSAGE_LIMITS.searchItems, ...filter }: MessageSearch,
): Promise<Page<MessageHit>> {
  const searched = toMessageQuery(parseQuery(q));
  if (searched === null) return { items: [], nextCursor: null };
  const key = decodeCursor(cursor);
  const values = [
    userId,
    searched,
    scopesOf(filter.with),
    filter.before ?? null,
    filter.after ?? null,
    key?.at ?? 'infinity',
    key?.id ?? LAST_ID,
    ...stepsBefore(filter.before, key?.at),
    filter.from === undefined ? null : filter.from === 'me',
    filter.has === undefined,
  ];
  const rows = await query<MessageRow & PeerRow & { created_at: Timestamp }>(pool, SEARCH, values);
  return toPage(rows, limit, {
    cursorOf: (row) => ({ at: isoOf(row.created_at), id: row.id }),
    view: (row) => ({ message: toMessageView(row), user: row.author_id === null ? null : toUserCard(row) }),
  });
}

type PeerRow = UserCardRow | { author_id: null };

function toMessageQuery(parsed: ParsedQuery): string | null {
  return toTsquery({
    ...parsed,
    wanted: parsed.wanted.map((unit) => ({
      ...unit,
      isOpen: unit.isOpen && [...(unit.words.at(-1) ?? '')].length >= OPEN_MIN_CHARS,
    })),
  });
}

function scopesOf(...ids: (string | undefined)[]): string[] {
  return ids.filter((id) => id !== undefined);
}

/** So many of the newest are looked at for the best. */
const CANDIDATES = SEARCH_LIMITS.countMax + 20;

const hitsStatement = (sort: SearchSort) => {
  const found = newest('i.message_id, i.sent_at, i.fts', {
    where: sort === 'new' ? 'and (i.sent_at, i.message_id) < ($6::timestamptz, $7::uuid)' : '',
    limit: String(CANDIDATES),
    first: 10,
  });
  const order = sort === 'new' ? 'sent_at' : 'score';
  return {
    name: `messages-hits-${sort}`,
    text: `with mine as materialized (${connectedTo('$1')}), ${found.ctes},
      hits as materialized (select m.*, f.sent_at, ${scoreOf({ fts: 'f.fts', words: '$2', author: 'm.sender_id', datedAt: 'f.sent_at' })} as score
        from (${found.rows}) f ${MESSAGE} where $8::uuid is null or m.sender_id = $8)
      select c.n as hits, m.id, m.score, m.sent_at, m.content, m.conversation_id, m.conversation_seq, m.sender_id in (select mine.id from mine) as is_connected,
        a.*, p.author_id as peer_id, p.author_full_name as peer_full_name
      from (select least(count(*), ${SEARCH_LIMITS.countMax})::int as n from hits) c
      left join (select * from hits ${sort === 'new' ? '' : 'where (score, id) < ($6::float8, $7::uuid)'} order by ${order} desc, id desc limit $9) m on true
      left join lateral (select ${USER_CARD_COLUMNS} from users u where u.id = m.sender_id and u.deactivated_at is null) a on true ${PEER}
      order by m.${order} desc, m.id desc`,
  };
};
const HITS = { relevance: hitsStatement('relevance'), new: hitsStatement('new') };

/** A search of messages among other things; `with`, `before` and `after` as in {@link MessageSearch}. */
export interface HitsRequest {
  parsed: ParsedQuery;
  sort: SearchSort;
  /** Score or time, and id, of the last hit before. */
  from: { key: number | string; id: string };
  limit: number;
  author?: string | undefined;
  before?: string | undefined;
  after?: string | undefined;
}

/** One hit as it is ranked among other results. */
export interface RankedHit {
  id: string;
  score: number;
  sentAt: string;
  content: string;
  /** Null once they have left. */
  sender: UserCard | null;
  with: SearchPeer;
  isConnected: boolean;
}

interface Peer {
  conversation_id: string;
  conversation_seq: number;
  peer_id: string | null;
  peer_full_name: string | null;
}

interface HitRow extends Peer {
  hits: number;
  id: string | null;
  score: number;
  sent_at: Timestamp;
  content: string;
  is_connected: boolean | null;
}

function peerOf(row: Peer): SearchPeer {
  return { id: row.peer_id ?? row.conversation_id, fullName: row.peer_full_name, place: row.conversation_seq };
}

/** Finds messages of the viewer's own conversations, best or newest first, and how many there are as far as counts go. */
export async function rankMessages(
  pool: Pool,
  userId: string,
  { parsed, sort, from, limit, author, before, after }: HitsRequest,
): Promise<{ count: number; hits: RankedHit[] }> {
  const searched = toMessageQuery(parsed);
  if (searched === null) return { count: 0, hits: [] };
  const values = [
    userId,
    searched,
    scopesOf(author),
    before ?? null,
    after ?? null,
    from.key,
    from.id,
    author ?? null,
    limit,
    ...stepsBefore(before, sort === 'new' && from.key !== 'infinity' ? String(from.key) : undefined),
  ];
  const rows = await query<HitRow & PeerRow>(pool, HITS[sort], values);
  return {
    count: rows[0]?.hits ?? 0,
    hits: rows.flatMap((row) => (row.id === null ? [] : [toRankedHit(row, row.id)])),
  };
}

function toRankedHit(row: HitRow & PeerRow, id: string): RankedHit {
  return {
    id,
    score: row.score,
    sentAt: isoOf(row.sent_at),
    content: row.content,
    sender: row.author_id === null ? null : toUserCard(row),
    with: peerOf(row),
    isConnected: row.is_connected ?? false,
  };
}

const ITEM_COLUMNS = `m.id, left(m.content, ${MESSAGE_LIMITS.quoteMaxChars}) as title, m.conversation_id, m.conversation_seq, p.author_id as peer_id, p.author_full_name as peer_full_name`;
const FEW = newest('i.message_id, i.sent_at', { limit: '$6', first: 7 });
const NEWEST = {
  name: 'messages-newest',
  text: `with ${FEW.ctes} select ${ITEM_COLUMNS} from (${FEW.rows}) f ${MESSAGE} ${PEER} order by f.sent_at desc, f.message_id desc`,
};
const ITEMS = {
  name: 'messages-items',
  text: `select ${ITEM_COLUMNS} from messages m ${PEER} where m.id = any($2::uuid[]) and $1 in (m.sender_id, m.receiver_id) and m.deleted_at is null
    and (m.sender_id is null or m.sender_id not in (${HIDDEN_FROM_VIEWER})) and (m.receiver_id is null or m.receiver_id not in (${HIDDEN_FROM_VIEWER}))
    and not exists (select 1 from message_hides h where h.message_id = m.id and h.user_id = $1)`,
};

interface ItemRow extends Peer {
  id: string;
  title: string;
}

/** Finds the newest messages of the viewer's own conversations by name, for what is being typed. */
export async function findNewestMessages(
  pool: Pool,
  userId: string,
  { parsed, limit }: { parsed: ParsedQuery; limit: number },
): Promise<SearchItem[]> {
  const searched = toMessageQuery(parsed);
  if (searched === null || isShort(parsed)) return [];
  return (await query<ItemRow>(pool, NEWEST, [userId, searched, [], null, null, limit, ...stepsBefore()])).map(toItem);
}

/** Names messages by id, those that the viewer may still see. */
export async function nameMessages(reader: Reader, userId: string, ids: readonly string[]): Promise<SearchItem[]> {
  return ids.length === 0 ? [] : (await read<ItemRow>(reader, ITEMS, [userId, ids])).map(toItem);
}

function toItem(row: ItemRow): SearchItem {
  return { entityType: 'message', entityId: row.id, title: row.title, with: peerOf(row) };
}

/** One or two letters are no word yet, where words have letters. */
function isShort({ wanted }: ParsedQuery): boolean {
  const [only = '', ...more] = wanted.flatMap(({ words }) => words);
  return more.length === 0 && [...only].length < OPEN_MIN_CHARS && !isUnspaced(only);
}
