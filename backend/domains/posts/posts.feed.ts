import type { PostScope, PostSort, PostView } from '#shared/api/posts.ts';
import { POST_LIMITS } from '#shared/limits.ts';
import { query, type Pool, type Statement } from '../../db/pool.ts';
import { isoOf } from '../../db/read.ts';
import { decodeCursor, toPage, type Page } from '../../http/page.ts';
import { HIDDEN_FROM_VIEWER } from '../users/user.view.ts';
import { IS_COLLEAGUE, PAGE_COLUMNS, toPostView, viewSql, type PostRow } from './post.view.ts';

/** What of the feed is asked for: scope, author, newest known post (`since`), cursor and page size. */
export interface FeedRequest {
  scope: PostScope;
  sort?: PostSort | undefined;
  authorId?: string | undefined;
  since?: string | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** Bounds of every page: below the cursor ($2, $3) and above the newest known post ($4, $5). */
const BOUNDS = `(p.created_at, p.id) < ($2::timestamptz, $3::uuid) and (p.created_at, p.id) > ($4::timestamptz, $5::uuid)`;
const AUTHOR = `join users u on u.id = p.user_id and u.deactivated_at is null`;
const VISIBLE = `p.user_id not in (${HIDDEN_FROM_VIEWER})`;

/** What the viewer has switched off; null for most, and then nothing more is looked at. */
const OFF = `(select f.hidden_facts from feed_settings f where f.user_id = $1)`;
/** The rule of whyOf in post.view.ts, over the rows of a page. The limit keeps Postgres from hashing all connections. */
const WHY = `case when p.user_id = $1 then 'own'
  when (select true from connections c where least(c.user_id, c.connected_user_id) = least(p.user_id, $1)
    and greatest(c.user_id, c.connected_user_id) = greatest(p.user_id, $1) and c.status = 'accepted' limit 1)
    then case when p.shared_post_id is not null and p.content = '' then 'shared' else 'connection' end
  when ${IS_COLLEAGUE} then 'institution'
  when p.likes >= ${POST_LIMITS.popularLikes} then 'popular' else 'everyone' end`;

/** The times and ids that a page is cut by: of the posts, or of their places in Top, where nothing bounds it from above. */
interface Order {
  key: string;
  by: string;
  bounds: string;
}

const RECENT: Order = { key: 'p.created_at', by: 'p.created_at desc, p.id desc', bounds: BOUNDS };
const TOP: Order = {
  key: `to_timestamp(p.rank_ms / 1000.0)`,
  by: 'p.rank_ms desc, p.id desc',
  bounds: `(p.rank_ms, p.id) < ($2::bigint, $3::uuid)`,
};

/**
 * Of the newest visible posts those whose reason is not switched off: with all of them on, the look stops at the page's
 * last row.
 */
const everyone = (order: Order) => (rows: number) =>
  `select * from (
    select ${PAGE_COLUMNS}, ${order.key} as key_at from posts p ${AUTHOR}
    where ${order.bounds} and ${VISIBLE} order by ${order.by} limit ${POST_LIMITS.scanMax}
  ) p where ${OFF} is null or ${WHY} <> all(${OFF}::text[]) limit ${rows}`;

const unanswered = (rows: number) => `select ${PAGE_COLUMNS}, p.created_at as key_at from posts p ${AUTHOR}
  where p.is_question and p.answer_id is null and ${BOUNDS} and ${VISIBLE} order by p.created_at desc, p.id desc limit ${rows}`;

const ofAuthor = (rows: number) => `select ${PAGE_COLUMNS}, p.created_at as key_at from posts p ${AUTHOR}
  where p.user_id = $6::uuid and ${BOUNDS} and ${VISIBLE} order by p.created_at desc, p.id desc limit ${rows}`;

/** In Network a share without a word is the one reason that can be switched off. */
const SHARES_ON = `(p.shared_post_id is null or p.content <> '' or p.user_id = $1 or ${OFF} is null or 'shared' <> all(${OFF}::text[]))`;

/**
 * A page of the network in two steps. The page's posts can only be of the authors with the `rows` newest newest posts,
 * so one index descent per connection finds these, and only their posts are merged: the cost is that of the number of
 * connections, not of posts. The limit in the look-up of the author keeps Postgres from reading all users.
 */
const ofNetwork = (order: Order) => (rows: number) =>
  `select ${PAGE_COLUMNS}, ${order.key} as key_at
  from (
    select k.id from (
      select a.id as user_id from (
        select $1::uuid as id
        union all select n.connected_user_id from connections n where n.user_id = $1 and n.status = 'accepted'
        union all select n.user_id from connections n where n.connected_user_id = $1 and n.status = 'accepted'
      ) a
      cross join lateral (select 1 from users u where u.id = a.id and u.deactivated_at is null limit 1) active
      cross join lateral (select p.created_at, p.rank_ms, p.id from posts p where p.user_id = a.id and ${order.bounds} and ${SHARES_ON}
        order by ${order.by} limit 1) p
      where a.id not in (${HIDDEN_FROM_VIEWER})
      order by ${order.by} limit ${rows}
    ) author
    cross join lateral (select p.created_at, p.rank_ms, p.id from posts p where p.user_id = author.user_id and ${order.bounds} and ${SHARES_ON}
      order by ${order.by} limit ${rows}) k
    order by ${order.by.replaceAll('p.', 'k.')} limit ${rows}
  ) k
  join posts p on p.id = k.id
  join users u on u.id = p.user_id`;

/**
 * Saved posts come in the order they were saved; `since` and an author narrow them by the post itself. The limits in
 * the look-ups of the post and its author keep Postgres from reading all posts instead.
 */
const ofSaved = (rows: number) => `select ${PAGE_COLUMNS}, sv.created_at as key_at
  from saved_items sv
  cross join lateral (select * from posts o where o.id = sv.item_id limit 1) p
  cross join lateral (select * from users a where a.id = p.user_id and a.deactivated_at is null limit 1) u
  where sv.user_id = $1 and sv.type = 'post' and (sv.created_at, sv.item_id) < ($2::timestamptz, $3::uuid)
    and (p.created_at, p.id) > ($4::timestamptz, $5::uuid) and ($6::uuid is null or p.user_id = $6) and ${VISIBLE}
  order by sv.created_at desc, sv.item_id desc limit ${rows}`;

/** A constant number of rows per text: a generic plan that does not know its LIMIT assumes a tenth of the table. */
const shortRows = POST_LIMITS.pageItems + 1;
const longRows = POST_LIMITS.pageMaxItems + 1;

function bothLengths(name: string, page: (rows: number) => string): { short: Statement; long: Statement } {
  return {
    short: { name: `feed-${name}`, text: viewSql(page(shortRows)) },
    long: { name: `feed-${name}-long`, text: viewSql(page(longRows)) },
  };
}

/** The feed's statements by shape. */
export const FEED_STATEMENTS = {
  all: bothLengths('all', everyone(RECENT)),
  network: bothLengths('network', ofNetwork(RECENT)),
  allTop: bothLengths('all-top', everyone(TOP)),
  networkTop: bothLengths('network-top', ofNetwork(TOP)),
  unanswered: bothLengths('unanswered', unanswered),
  saved: bothLengths('saved', ofSaved),
  author: bothLengths('author', ofAuthor),
} as const;

const CREATED_AT = { name: 'post-created-at', text: 'select created_at from posts where id = $1' };

/** Values of $2 to $5 where nothing bounds the page. */
export const UNBOUNDED = {
  before: ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  after: ['-infinity', '00000000-0000-0000-0000-000000000000'],
} as const;

type Shape = keyof typeof FEED_STATEMENTS;

function shapeOf({ scope, sort }: FeedRequest, authorId: string | undefined): Shape {
  if (scope === 'saved' || scope === 'unanswered') return scope;
  if (authorId !== undefined || scope === 'mine') return 'author';
  return sort === 'top' ? `${scope}Top` : scope;
}

/**
 * Reads one page of a feed, newest first (saved ones by when they were saved, Top by rank), without those of
 * deactivated authors and of people with a block either way. An author given wins over the scopes all and network.
 */
export async function listPosts(pool: Pool, viewerId: string, request: FeedRequest): Promise<Page<PostView>> {
  const { scope, limit = POST_LIMITS.pageItems } = request;
  const authorId = scope === 'mine' ? viewerId : request.authorId;
  const shape = shapeOf(request, authorId);
  const statement = FEED_STATEMENTS[shape][limit < shortRows ? 'short' : 'long'];
  const rows = await query<PostRow>(pool, statement, [
    viewerId,
    ...(await boundsOf(pool, shape, request)),
    ...(authorId === undefined && shape !== 'saved' ? [] : [authorId ?? null]),
  ]);
  return toPage(rows, limit, {
    cursorOf: (row) => ({ at: isoOf(row.key_at), id: row.id }),
    view: (row) => toPostView(row, viewerId, shape === 'saved'),
  });
}

/** Ranks stand in cursors as the times they are like. */
async function boundsOf(pool: Pool, shape: Shape, { cursor: text, since }: FeedRequest): Promise<unknown[]> {
  const cursor = decodeCursor(text);
  if (shape === 'allTop' || shape === 'networkTop')
    return cursor ? [Date.parse(cursor.at), cursor.id] : [LAST_RANK, UNBOUNDED.before[1]];
  const before = cursor ? [cursor.at, cursor.id] : UNBOUNDED.before;
  return [...before, ...(since === undefined ? UNBOUNDED.after : await boundOf(pool, since))];
}

/** The greatest bigint, as text since no number holds it. */
const LAST_RANK = '9223372036854775807';

/** The last time whose ISO text Postgres reads, which is what 48 bits of milliseconds can exceed. */
const LAST_TIME_MS = Date.parse('9999-12-31T23:59:59.999Z');

async function boundOf(pool: Pool, postId: string): Promise<readonly [string, string]> {
  const [row] = await query<{ created_at: Date }>(pool, CREATED_AT, [postId]);
  if (row) return [row.created_at.toISOString(), postId];
  // A post deleted since still says when it was made: the first 48 bits of a UUIDv7 are its milliseconds (RFC 9562, 5.7).
  const madeAtMs = Number.parseInt(postId.replaceAll('-', '').slice(0, 12), 16);
  const isMade = postId[14] === '7' && madeAtMs <= LAST_TIME_MS;
  return isMade ? [new Date(madeAtMs).toISOString(), postId] : UNBOUNDED.after;
}
