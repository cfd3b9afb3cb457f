import type { MessageHit, SearchMessagesQuery } from '#shared/api/messages.ts';
import type { SearchItem, SearchPeer, SearchSort } from '#shared/api/search.ts';
import type { UserCard } from '#shared/api/users.ts';
import { MESSAGE_LIMITS, SEARCH_LIMITS } from '#shared/limits.ts';
import { DAY_MS } from '#shared/time.ts';
import { databaseNowMs } from '../../db/clock.ts';
import { query, type Pool } from '../../db/pool.ts';
import { isoOf, read, type Reader, type Timestamp, MAX_UUID } from '../../db/read.ts';
import { creationCursor, decodeCursor, toPage, type Page } from '../../http/page.ts';
import { bucketRange } from '../../db/text/time-buckets.ts';
import { newestFirst, toSteps } from '../../db/text/newest.ts';
import { parseQuery, toTsquery, type ParsedQuery } from '../../db/text/text-query.ts';
import { scoreOf } from '../../db/text/score.ts';
import { isDense } from '../../db/text/words.ts';
import { toUserCard, USER_CARD_COLUMNS, type UserCardRow } from '../users/user.view.ts';
import { MESSAGE_COLUMNS, MESSAGE_QUOTE, toMessageView, type MessageRow } from './message.view.ts';
import { connectedTo, HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';

/**
 * Selects index rows `i` that match a tsquery ($2) within the scopes $3 (ids of users or of a conversation) for the
 * viewer ($1). Excludes messages that the viewer has deleted and users hidden from the viewer.
 */
const FOUND = `from message_index i where i.scopes @> $3::uuid[] and i.scopes @> array[$1::uuid]
  and i.fts @@ $2::tsquery
    and ($4::timestamptz is null or i.sent_at < $4) and ($5::timestamptz is null or i.sent_at >= $5)
    and not i.scopes && coalesce((select array_agg(b.id) from (${HIDDEN_FROM_VIEWER}) b (id)), '{}')
    and i.message_id not in (select h.message_id from message_hides h where h.user_id = $1)`;
/** Selects the newest of these rows in steps, whose bounds are the four parameters from `first` on. */
const newest = (columns: string, { where = '', limit, first }: { where?: string; limit: string; first: number }) =>
  newestFirst('newest', {
    from: `select ${columns} ${FOUND} ${where}`,
    at: 'i.sent_at',
    id: 'i.message_id',
    buckets: 'i.time_buckets',
    limit,
    steps: {
      since: `($${first}::timestamptz[])[1]`,
      earlierSince: `($${first + 1}::timestamptz[])[1]`,
      buckets: `$${first + 2}::int[]`,
      earlierBuckets: `$${first + 3}::int[]`,
    },
  });
/** Length of the first and of the second step. */
const [LATE_MS, MIDDLE_MS] = [20 * DAY_MS, 250 * DAY_MS];
/** Starts no step before 1970: Postgres has no year 0, which steps from a date in the year 1 would reach. */
function stepsBefore(...times: (string | undefined)[]): unknown[] {
  const last = Math.max(
    MIDDLE_MS,
    Math.min(databaseNowMs(), ...times.flatMap((time) => (time === undefined ? [] : [Date.parse(time)]))),
  );
  return toSteps([[bucketRange(last - LATE_MS, last), bucketRange(last - MIDDLE_MS, last)]]);
}

/** Joins the message of a found row and checks its participants again. */
const MESSAGE =
  'join messages m on m.id = f.message_id and m.deleted_at is null and $1 in (m.sender_id, m.receiver_id)';
/** Joins the other participant as `p`. */
const PEER = `left join lateral (select ${USER_CARD_COLUMNS} from users u
    where u.id = case when m.sender_id = $1 then m.receiver_id else m.sender_id end and u.deactivated_at is null) p
      on true`;

/** Limits the page before the joins, because many messages contain a common word. */
const PAGE = newest('i.message_id, i.sent_at', {
  where: `and (i.sent_at, i.message_id) < ($6::timestamptz, $7::uuid) and (($12::boolean is null and $13::boolean)
    or exists (
      select 1 from messages k where k.id = i.message_id and ($12 is null or $12 = (k.sender_id = $1)) and ($13
        or k.file_id is not null)))`,
  limit: String(MESSAGE_LIMITS.searchMaxItems + 1),
  first: 8,
});
const SEARCH = {
  name: 'messages-search',
  text: `with ${PAGE.ctes} select ${MESSAGE_COLUMNS}, p.* from (${PAGE.rows}) f ${MESSAGE} ${MESSAGE_QUOTE} ${PEER}
    order by f.sent_at desc, f.message_id desc`,
};

/** Minimum length of a prefix search: shorter prefixes match a large part of all messages. */
const OPEN_MIN_CHARS = 3;

/** Finds messages of the viewer with every word, the last one as a prefix; newest first. */
export async function searchMessages(
  pool: Pool,
  userId: string,
  { q, cursor, limit = MESSAGE_LIMITS.searchItems, ...filter }: SearchMessagesQuery,
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
    key?.id ?? MAX_UUID,
    ...stepsBefore(filter.before, key?.at),
    filter.from === undefined ? null : filter.from === 'me',
    filter.has === undefined,
  ];
  const rows = await query<MessageRow & PeerRow & { created_at: Timestamp }>(pool, SEARCH, values);
  return toPage(rows, limit, {
    cursorOf: creationCursor,
    view: (row) => ({ message: toMessageView(row), user: row.author_id === null ? null : toUserCard(row) }),
  });
}

type PeerRow = UserCardRow | { author_id: null };

function toMessageQuery(parsed: ParsedQuery): string | null {
  return toTsquery({
    ...parsed,
    wanted: parsed.wanted.map((unit) => {
      const last = unit.words.at(-1) ?? '';
      return { ...unit, isOpen: unit.isOpen && ([...last].length >= OPEN_MIN_CHARS || isDense(last)) };
    }),
  });
}

function scopesOf(...ids: (string | undefined)[]): string[] {
  return ids.filter((id) => id !== undefined);
}

/** Number of newest messages that are ranked. */
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
      hits as materialized (select m.*, f.sent_at,
        ${scoreOf({ fts: 'f.fts', words: '$2', author: 'm.sender_id', datedAt: 'f.sent_at' })} as score
        from (${found.rows}) f ${MESSAGE} where $8::uuid is null or m.sender_id = $8)
      select c.n as hits, m.id, m.score, m.sent_at, m.content, m.conversation_id, m.conversation_seq,
        m.sender_id in (select mine.id from mine) as is_connected,
        a.*, p.author_id as peer_id, p.author_full_name as peer_full_name
      from (select least(count(*), ${SEARCH_LIMITS.countMax})::int as n from hits) c
      left join (select * from hits ${sort === 'new' ? '' : 'where (score, id) < ($6::float8, $7::uuid)'}
        order by ${order} desc, id desc limit $9) m on true
      left join lateral (select ${USER_CARD_COLUMNS} from users u where u.id = m.sender_id
        and u.deactivated_at is null) a on true ${PEER}
      order by m.${order} desc, m.id desc`,
  };
};
const HITS = { relevance: hitsStatement('relevance'), new: hitsStatement('new') };

/** The message part of a search across all types; `before` and `after` are ISO 8601. */
interface HitsRequest {
  parsed: ParsedQuery;
  sort: SearchSort;
  /** Score or time, and id, of the last hit of the previous page. */
  from: { key: number | string; id: string };
  limit: number;
  author?: string | undefined;
  before?: string | undefined;
  after?: string | undefined;
}

/** One hit, to be ranked among other results. */
export interface RankedHit {
  id: string;
  score: number;
  sentAt: string;
  content: string;
  /** Null when the account is closed. */
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
  return {
    id: row.peer_id ?? row.conversation_id,
    fullName: row.peer_full_name,
    conversationSeq: row.conversation_seq,
  };
}

/** Finds messages of the viewer, best or newest first, and counts them up to SEARCH_LIMITS.countMax. */
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

const ITEM_COLUMNS =
  `m.id, left(m.content, ${MESSAGE_LIMITS.quoteMaxChars}) as title, m.conversation_id, ` +
  `m.conversation_seq, p.author_id as peer_id, p.author_full_name as peer_full_name`;
const FEW = newest('i.message_id, i.sent_at', { limit: '$6', first: 7 });
const NEWEST = {
  name: 'messages-newest',
  text: `with ${FEW.ctes} select ${ITEM_COLUMNS} from (${FEW.rows}) f ${MESSAGE} ${PEER}
    order by f.sent_at desc, f.message_id desc`,
};
const ITEMS = {
  name: 'messages-items',
  text: `select ${ITEM_COLUMNS} from messages m ${PEER} where m.id = any($2::uuid[])
    and $1 in (m.sender_id, m.receiver_id) and m.deleted_at is null
    and (m.sender_id is null or m.sender_id not in (${HIDDEN_FROM_VIEWER})) and (m.receiver_id is null
      or m.receiver_id not in (${HIDDEN_FROM_VIEWER}))
    and not exists (select 1 from message_hides h where h.message_id = m.id and h.user_id = $1)`,
};

interface ItemRow extends Peer {
  id: string;
  title: string;
}

/** Finds the newest messages of the viewer, for suggestions while typing. */
export async function findNewestMessages(
  pool: Pool,
  userId: string,
  { parsed, limit }: { parsed: ParsedQuery; limit: number },
): Promise<SearchItem[]> {
  const searched = toMessageQuery(parsed);
  if (searched === null || isShort(parsed)) return [];
  return (await query<ItemRow>(pool, NEWEST, [userId, searched, [], null, null, limit, ...stepsBefore()])).map(toItem);
}

/** Loads the search items of messages by id; leaves out those that the viewer cannot see. */
export async function nameMessages(reader: Reader, userId: string, ids: readonly string[]): Promise<SearchItem[]> {
  return ids.length === 0 ? [] : (await read<ItemRow>(reader, ITEMS, [userId, ids])).map(toItem);
}

function toItem(row: ItemRow): SearchItem {
  return { entityType: 'message', entityId: row.id, title: row.title, with: peerOf(row) };
}

/** True for one word of one or two letters, in a script that separates words. */
function isShort({ wanted }: ParsedQuery): boolean {
  const [only = '', ...more] = wanted.flatMap(({ words }) => words);
  return more.length === 0 && [...only].length < OPEN_MIN_CHARS && !isDense(only);
}
