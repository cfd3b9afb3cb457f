import type { PostScope, PostView } from '#shared/api/posts.ts';
import { POST_LIMITS } from '#shared/limits.ts';
import { query, type Pool, type Statement } from '../../db/pool.ts';
import { isoOf } from '../../db/read.ts';
import { decodeCursor, toPage, type Page } from '../../http/page.ts';
import { HIDDEN_FROM_VIEWER } from '../users/user.view.ts';
import { PAGE_COLUMNS, toPostView, viewSql, type PostRow } from './post.view.ts';

/** What of the feed is asked for: scope, author, newest known post (`since`), cursor and page size. */
export interface FeedRequest {
  scope: PostScope;
  authorId?: string | undefined;
  since?: string | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** Bounds of every page: below the cursor ($2, $3) and above the newest known post ($4, $5). */
const BOUNDS = `(p.created_at, p.id) < ($2::timestamptz, $3::uuid) and (p.created_at, p.id) > ($4::timestamptz, $5::uuid)`;
const AUTHOR = `join users u on u.id = p.user_id and u.deactivated_at is null`;
const VISIBLE = `p.user_id not in (${HIDDEN_FROM_VIEWER})`;

const everyone = (rows: number) => `select ${PAGE_COLUMNS}, p.created_at as key_at from posts p ${AUTHOR}
  where ${BOUNDS} and ${VISIBLE} order by p.created_at desc, p.id desc limit ${rows}`;

const ofAuthor = (rows: number) => `select ${PAGE_COLUMNS}, p.created_at as key_at from posts p ${AUTHOR}
  where p.user_id = $6::uuid and ${BOUNDS} and ${VISIBLE} order by p.created_at desc, p.id desc limit ${rows}`;

/**
 * A page of the network in two steps. The page's posts can only be of the authors with the `rows` newest newest
 * posts, so one index descent per connection finds these, and only their posts are merged: the cost is that of the
 * number of connections, not of posts. The limit in the look-up of the author keeps Postgres from reading all users.
 */
const ofNetwork = (rows: number) => `select ${PAGE_COLUMNS}, p.created_at as key_at
  from (
    select k.id from (
      select a.id as user_id from (
        select $1::uuid as id
        union all select n.connected_user_id from connections n where n.user_id = $1 and n.status = 'accepted'
        union all select n.user_id from connections n where n.connected_user_id = $1 and n.status = 'accepted'
      ) a
      cross join lateral (select 1 from users u where u.id = a.id and u.deactivated_at is null limit 1) active
      cross join lateral (select p.created_at, p.id from posts p where p.user_id = a.id and ${BOUNDS}
        order by p.created_at desc, p.id desc limit 1) newest
      where a.id not in (${HIDDEN_FROM_VIEWER})
      order by newest.created_at desc, newest.id desc limit ${rows}
    ) author
    cross join lateral (select p.created_at, p.id from posts p where p.user_id = author.user_id and ${BOUNDS}
      order by p.created_at desc, p.id desc limit ${rows}) k
    order by k.created_at desc, k.id desc limit ${rows}
  ) k
  join posts p on p.id = k.id
  join users u on u.id = p.user_id`;

/** Saved posts come in the order they were saved; `since` and an author narrow them by the post itself. */
const ofSaved = (rows: number) => `select ${PAGE_COLUMNS}, sv.created_at as key_at
  from saved_items sv join posts p on p.id = sv.item_id ${AUTHOR}
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
  all: bothLengths('all', everyone),
  network: bothLengths('network', ofNetwork),
  saved: bothLengths('saved', ofSaved),
  author: bothLengths('author', ofAuthor),
} as const;

const CREATED_AT = { name: 'post-created-at', text: 'select created_at from posts where id = $1' };

/** Values of $2 to $5 where nothing bounds the page. */
export const UNBOUNDED = {
  before: ['infinity', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  after: ['-infinity', '00000000-0000-0000-0000-000000000000'],
} as const;

/**
 * Reads one page of a feed, newest first (saved ones by when they were saved), without those of deactivated authors
 * and of people with a block either way. An author given wins over the scopes all and network.
 */
export async function listPosts(pool: Pool, viewerId: string, request: FeedRequest): Promise<Page<PostView>> {
  const { scope, limit = POST_LIMITS.pageItems } = request;
  const authorId = scope === 'mine' ? viewerId : request.authorId;
  const shape = scope === 'saved' ? 'saved' : authorId === undefined ? (scope as 'all' | 'network') : 'author';
  const statement = FEED_STATEMENTS[shape][limit < shortRows ? 'short' : 'long'];
  const cursor = decodeCursor(request.cursor);
  const before = cursor ? [cursor.at, cursor.id] : UNBOUNDED.before;
  const after = request.since === undefined ? UNBOUNDED.after : await boundOf(pool, request.since);
  const values = [viewerId, ...before, ...after];
  const needsAuthor = shape === 'saved' || shape === 'author';
  const rows = await query<PostRow>(pool, statement, needsAuthor ? [...values, authorId ?? null] : values);
  return toPage(rows, limit, {
    cursorOf: (row) => ({ at: isoOf(row.key_at), id: row.id }),
    view: (row) => toPostView(row, viewerId, shape === 'saved'),
  });
}

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
