import type { PostScope, PostSort, PostView } from '#shared/api/posts.ts';
import { savedOf } from '../saved/saved.view.ts';
import { POST_LIMITS } from '#shared/limits.ts';
import { query, type Pool, type Statement } from '../../db/pool.ts';
import { isoOf, MAX_UUID, NIL_UUID, uuidTimeMs } from '../../db/read.ts';
import { assertMember, type Identity } from '../../http/identity.ts';
import { decodeCursor, encodeCursor, toPage, type Page, type PageQuery } from '../../http/page.ts';
import { assertInClass, groupsOf, isInAudience, sourcesOf } from '../audiences/audience.access.ts';
import { CONNECTED, HIDDEN, IS_COLLEAGUE, PAGE_COLUMNS, toPostView, viewSql, type PostRow } from './post.view.ts';
import { connectedWith } from '../visibility/visibility.access.ts';
import { loadFeedSettings } from './posts.settings.ts';

/** A request for a feed: scope, author, newest known post (`since`), cursor and page size. */
export interface FeedRequest extends PageQuery {
  scope: PostScope;
  sort?: PostSort | undefined;
  authorId?: string | undefined;
  /** The item of the scopes `course` and `announcements`. */
  courseId?: string | undefined;
  since?: string | undefined;
}

/** Bounds of every page: below the cursor ($2, $3) and above the newest known post ($4, $5). */
const BOUNDS =
  `(p.created_at, p.id) < ($2::timestamptz, $3::uuid) and (p.created_at, p.id) > ` + `($4::timestamptz, $5::uuid)`;
const AUTHOR = `join users u on u.id = p.user_id and u.deactivated_at is null`;
const VISIBLE = `p.user_id not in (${HIDDEN})`;

/** Reasons that the viewer has switched off; null for most viewers. */
const OFF = `(select f.hidden_reasons from feed_settings f where f.user_id = $1)`;
/** Tests whether the viewer has switched a reason off; null for most viewers. */
const isOff = (reason: 'connection' | 'shared') =>
  `(select '${reason}' = any(f.hidden_reasons::text[]) from feed_settings f where f.user_id = $1)`;
/** The rule of whyOf in post.view.ts, over the rows of a page. */
const WHY = `case when p.user_id = $1 then 'own'
  when p.user_id in (${CONNECTED})
    then case when p.shared_post_id is not null and p.content = '' then 'shared' else 'connection' end
  when ${IS_COLLEAGUE} then 'institution'
  when p.likes >= ${POST_LIMITS.popularLikes} then 'popular' else 'everyone' end`;

/**
 * An order of a page: its column, the expression of a value of the column from `key_at`, a value below all, and the
 * times and ids that bound the page; for Top these are ranks, and `since` does not apply.
 */
interface Order {
  column: 'created_at' | 'rank_ms';
  key: string;
  fromKey: (key: string) => string;
  lowest: string;
  by: string;
  bounds: string;
}

const RECENT: Order = {
  column: 'created_at',
  key: 'p.created_at',
  fromKey: (key) => key,
  lowest: `'-infinity'`,
  by: 'p.created_at desc, p.id desc',
  bounds: BOUNDS,
};
const TOP: Order = {
  column: 'rank_ms',
  key: `to_timestamp(p.rank_ms / 1000.0)`,
  fromKey: (key) => `(extract(epoch from ${key}) * 1000)::bigint`,
  lowest: `${-Number.MAX_SAFE_INTEGER}`,
  by: 'p.rank_ms desc, p.id desc',
  bounds: `(p.rank_ms, p.id) < ($2::bigint, $3::uuid)`,
};

/** Joins the posts whose ids (`id`) a statement selects, as {@link PAGE_COLUMNS} with `key_at` and other columns. */
const withColumns = (ids: string, order: Order, others = '') =>
  `select ${PAGE_COLUMNS}, ${order.key} as key_at${others} from (${ids}) k join posts p on p.id = k.id
    join users u on u.id = p.user_id`;

/**
 * Merges pages of posts, each with {@link PAGE_COLUMNS}, `key_at` and a limit, into one. Each part is served by an
 * index of its own.
 */
const merged = (parts: readonly string[], rows: number | string) =>
  `select * from (${parts.map((part) => `(${part})`).join('\n union all ')}) p
    order by p.key_at desc, p.id desc limit ${rows}`;

/** Selects the newest posts to everyone. */
const toEveryone = (order: Order, rows: number) =>
  `select ${PAGE_COLUMNS}, ${order.key} as key_at from posts p ${AUTHOR}
    where p.audience = 'everyone' and ${order.bounds} and ${VISIBLE} order by ${order.by} limit ${rows}`;

/**
 * Selects the newest posts to everyone whose reason is on (`is_on`) among the newest `scanMax`. The last of these
 * (`is_scan_end`) is selected whatever its reason is, unless the posts before it fill the page.
 */
const toEveryoneByReason = (order: Order, rows: number) =>
  `select * from (
    select p.*, ${OFF} is null or ${WHY} <> all(${OFF}::text[]) as is_on,
      row_number() over () = ${POST_LIMITS.scanMax} as is_scan_end
    from (${toEveryone(order, POST_LIMITS.scanMax)}) p
  ) p where p.is_on or p.is_scan_end limit ${rows}`;

/** Selects the viewer and their connections (`q`) that fulfil a condition, without those whom a block hides. */
const people = (condition = 'true') =>
  `select q.id from (select $1::uuid as id union all ${CONNECTED}) q where q.id not in (${HIDDEN}) and ${condition}`;

/**
 * Selects the sources of the viewer's posts: given people (`id`, and `is_group` false), and the viewer's institutions
 * and classes (`is_group` true). A post to a group is of this group, every other post is of its author.
 */
const sources = (persons: string) =>
  `select s.id, false as is_group from (${persons}) s union all select g.group_id, true from (${groupsOf('$1')}) g`;
/** Tests whether a post is of a source `s`, in the columns of the indexes by source. */
const OF_SOURCE = `coalesce(p.audience_id, p.user_id) = s.id and (p.audience_id is not null) = s.is_group`;
/** Tests whether the account of a post's author is open. */
const BY_ACTIVE = `(select u.deactivated_at is null from users u where u.id = p.user_id)`;

/**
 * Selects ids of the newest restricted posts, those that not everyone can see, of given people (`id`) and of the
 * viewer's groups: one index descent per source. Posts before `floor` cannot be on the page and are not read; without a
 * floor, up to `rows` posts per source are read. Whether a person's account is open is checked for the rows found,
 * which have one author; in a group each row is checked.
 */
const restricted = (order: Order, { persons, rows, floor }: { persons: string; rows: number; floor: string }) =>
  `select p.id from (${sources(persons)}) s
    cross join lateral (select p.id, p.user_id, p.${order.column} from posts p where ${OF_SOURCE}
      and p.audience <> 'everyone' and ${order.bounds} and p.${order.column} >= coalesce(${floor}, ${order.lowest})
      and (not s.is_group or ${VISIBLE} and ${BY_ACTIVE}) order by ${order.by} limit ${rows}) p
    where s.is_group or ${BY_ACTIVE} order by ${order.by} limit ${rows}`;

/**
 * Selects the key of the last post to everyone (`open`) when these fill the page, or under another condition, so that
 * nothing before it is on the page; otherwise null.
 */
const floorOf = (order: Order, rows: number, otherwise = 'false') =>
  `(select ${order.fromKey('min(o.key_at)')} from open o having count(*) = ${rows} or ${otherwise})`;

/** Merges the posts to everyone (`open`) with restricted ones into one page. */
const withRestricted = (posts: string, rows: number | string) => merged(['select * from open', posts], rows);

/** Selects a page of All by source. The cost grows with the number of sources. */
const everyoneBySource = (order: Order) => (rows: number) => {
  const posts = restricted(order, { persons: people(), rows, floor: floorOf(order, rows) });
  return `with open as materialized (${toEveryone(order, rows)}) ${withRestricted(withColumns(posts, order), rows)}`;
};

/** The people whose posts to connections a viewer with reasons switched off sees in All. */
const PEOPLE_BY_REASON = people(`(q.id = $1 or ${isOff('connection')} is not true)`);

/**
 * Selects a page of All by source for a viewer who has switched reasons off. When the scan of the posts to everyone
 * ends before they fill the page, its last post (`is_scan_end`) ends the page too: rows after it are not on the page,
 * and it is itself on the page only if `is_on`.
 */
const everyoneByReason = (order: Order) => (rows: number) => {
  const floor = floorOf(order, rows, 'bool_or(o.is_scan_end)');
  const posts = restricted(order, { persons: PEOPLE_BY_REASON, rows, floor });
  return `with open as materialized (${toEveryoneByReason(order, rows)})
    ${withRestricted(withColumns(posts, order, ', true as is_on, false as is_scan_end'), rows)}`;
};

/** Limit of the restricted posts that {@link everyone} reads, in pages. */
const NEAR_PAGES = 8;

/** Tests whether a restricted post `p` is of the viewer or of one of their sources. */
const IS_OF_SOURCES = `(p.audience_id is null and p.user_id = $1
  or (coalesce(p.audience_id, p.user_id), p.audience_id is not null) in (select q.id, q.is_group
    from (${sourcesOf('$1')}) q))`;

/**
 * Selects a page of All when few posts are restricted: one index scan finds those that are not before the page's last
 * post (`near`), whatever their audience, and those of the viewer's sources are on the page. When `near` reaches its
 * limit, nothing is selected, and {@link everyoneBySource} has to select the page. Nothing is read for a viewer who has
 * switched reasons off, whose pages {@link everyoneByReason} selects.
 */
const everyone = (order: Order) => (rows: number) => {
  const limit = NEAR_PAGES * rows;
  const near = `select p.id, p.user_id, p.audience_id from posts p where p.audience <> 'everyone'
    and ${order.bounds} and p.${order.column} >= coalesce(${floorOf(order, rows)}, ${order.lowest})
    order by ${order.by} limit ${limit}`;
  const visible = withColumns(`select p.id from near p where ${VISIBLE} and ${IS_OF_SOURCES}`, order);
  const rowsOrNone = `case when ${OFF} is null and (select count(*) from near) < ${limit} then ${rows} else 0 end`;
  return `with open as materialized (${toEveryone(order, rows)}), near as materialized (${near})
    ${withRestricted(`${visible} and u.deactivated_at is null`, rowsOrNone)}`;
};

/** Questions to everyone have an index; restricted ones are looked for among all restricted posts of each source. */
const unanswered = (rows: number) => {
  const isOpen = `p.is_question and p.answer_id is null and ${BOUNDS} and ($6::uuid is null or p.user_id = $6)
    and ${VISIBLE}`;
  const newest = `order by p.created_at desc, p.id desc limit ${rows}`;
  const ofSource = `select p.id, p.user_id, p.created_at from posts p where ${OF_SOURCE} and p.audience <> 'everyone'
    and ${isOpen} and ${BY_ACTIVE} ${newest}`;
  return merged(
    [
      `select ${PAGE_COLUMNS}, p.created_at as key_at from posts p ${AUTHOR}
        where p.audience = 'everyone' and ${isOpen} ${newest}`,
      withColumns(`select p.id from (${sources(people())}) s cross join lateral (${ofSource}) p ${newest}`, RECENT),
    ],
    rows,
  );
};

/** Own posts to an institution remain visible to their author, who may have left it. */
const GROUPS_OF_AUTHOR = `${groupsOf('$1')}
  union select o.audience_id from posts o where $1 = $6 and o.user_id = $1 and o.audience = 'institution'
    and o.audience_id is not null`;

const ofAuthor = (rows: number) =>
  merged(
    [
      `select ${PAGE_COLUMNS}, p.created_at as key_at from posts p ${AUTHOR}
    where p.user_id = $6::uuid and p.audience_id is null and ${BOUNDS} and ${VISIBLE}
      and (p.audience = 'everyone' or $1 = $6 or ${connectedWith('$1::uuid', '$6::uuid')})
    order by p.created_at desc, p.id desc limit ${rows}`,
      withColumns(
        `select p.id from (${GROUPS_OF_AUTHOR}) g
    cross join lateral (select p.id, p.user_id, p.created_at from posts p where p.user_id = $6::uuid
      and p.audience_id = g.group_id and ${BOUNDS} order by p.created_at desc, p.id desc limit ${rows}) p ${AUTHOR}
    where ${VISIBLE} order by p.created_at desc, p.id desc limit ${rows}`,
        RECENT,
      ),
    ],
    rows,
  );

/** Times that precede all others: of pinned posts, and of announcements above a discussion. */
const PINNED_AT = `o.pinned_at + interval '2000 years'`;
const ANNOUNCED_AT = `o.created_at + interval '1000 years'`;

/**
 * Selects posts of a class ($6), which the caller has checked: on the first page those whose ids and times (`key_at`)
 * `first` selects, then all others that fulfil a condition.
 */
const inClass = (first: string, condition: string, rows: number) =>
  `(select ${PAGE_COLUMNS}, k.key_at from (${first}) k join posts p on p.id = k.id ${AUTHOR}
      where $2::timestamptz = 'infinity' and ${VISIBLE})
    union all (select ${PAGE_COLUMNS}, p.created_at as key_at from posts p ${AUTHOR}
      where ${condition} and ${BOUNDS} and ${VISIBLE} and p.id not in (select k.id from (${first}) k)
      order by p.created_at desc, p.id desc limit ${rows})`;

/** The discussion of a class: pinned posts, then the newest announcements first. */
const ofClass = (rows: number) =>
  inClass(
    `select o.id, ${PINNED_AT} as key_at from posts o where o.course_id = $6::uuid and o.pinned_at is not null
      union all (select o.id, ${ANNOUNCED_AT} from posts o where o.course_id = $6::uuid and o.is_announcement
        and o.pinned_at is null order by o.created_at desc, o.id desc limit ${POST_LIMITS.announcedItems})`,
    'p.audience_id = $6::uuid',
    rows,
  );

/** All announcements to a class, the pinned ones first. */
const ofAnnouncements = (rows: number) =>
  inClass(
    `select o.id, ${PINNED_AT} as key_at from posts o where o.course_id = $6::uuid and o.is_announcement
      and o.pinned_at is not null`,
    'p.course_id = $6::uuid and p.is_announcement',
    rows,
  );

/** In Network, plain shares are the only reason that can be switched off. */
const SHARES_ON = `(p.shared_post_id is null or p.content <> '' or p.user_id = $1 or ${isOff('shared')} is not true)`;

/** {@link people} whose accounts are open. The limit keeps Postgres from reading all users. */
const ACTIVE_PEOPLE = `select a.id from (${people()}) a cross join lateral (select 1 from users u where u.id = a.id
  and u.deactivated_at is null limit 1) active`;

/** Selects posts of a source `s` in Network. */
const inNetwork = (order: Order) => `select p.id, p.created_at, p.rank_ms from posts p where ${OF_SOURCE}
  and ${order.bounds} and case when s.is_group then ${VISIBLE} and ${BY_ACTIVE} else ${SHARES_ON} end`;

/**
 * Selects a page of what the viewer and connections wrote to everyone or to connections, and of posts to groups. At
 * most `rows` sources are on the page, those with the newest posts, and one index descent per source finds them. The
 * newest posts of `rows` sources fill a page, so that nothing older than the oldest of them (`floor`) is on it or read:
 * the cost grows with sources, not posts. A descent passes over shares that are switched off, and over posts of hidden
 * or closed authors in a group.
 */
const ofNetwork = (order: Order) => (rows: number) =>
  withColumns(
    `select p.id from (
      select s.id, s.is_group, case when count(*) over () = ${rows} then min(s.${order.column}) over () end as floor
      from (select s.id, s.is_group, p.${order.column} from (${sources(ACTIVE_PEOPLE)}) s
        cross join lateral (${inNetwork(order)} order by ${order.by} limit 1) p order by ${order.by} limit ${rows}) s
    ) s
    cross join lateral (${inNetwork(order)} and p.${order.column} >= coalesce(s.floor, ${order.lowest})
      order by ${order.by} limit ${rows}) p
    order by ${order.by} limit ${rows}`,
    order,
  );

/**
 * Selects saved posts in the order of saving; `since` and an author filter by the post itself. The limits in the
 * look-ups of the post and its author keep Postgres from reading all posts instead.
 */
const ofSaved = (rows: number) => `select ${PAGE_COLUMNS}, sv.created_at as key_at
  from (${savedOf('post')}) sv
  cross join lateral (select * from posts o where o.id = sv.item_id limit 1) p
  cross join lateral (select * from users a where a.id = p.user_id and a.deactivated_at is null limit 1) u
  where (sv.created_at, sv.item_id) < ($2::timestamptz, $3::uuid)
    and (p.created_at, p.id) > ($4::timestamptz, $5::uuid) and ($6::uuid is null or p.user_id = $6) and ${VISIBLE}
    and ${isInAudience('p')}
  order by sv.created_at desc, sv.item_id desc limit ${rows}`;

/** Makes one statement per page size, since a generic plan without a known LIMIT assumes a tenth of the table. */
const shortRows = POST_LIMITS.pageItems + 1;
const longRows = POST_LIMITS.pageMaxItems + 1;

function bothLengths(
  name: string,
  page: (rows: number) => string,
  settings?: { readsConnected: boolean },
): { short: Statement; long: Statement } {
  return {
    short: { name: `feed-${name}`, text: viewSql(page(shortRows), settings) },
    long: { name: `feed-${name}-long`, text: viewSql(page(longRows), settings) },
  };
}

const READS_CONNECTED = { readsConnected: true };

/** The feed's statements by shape. */
export const FEED_STATEMENTS = {
  all: bothLengths('all', everyone(RECENT), READS_CONNECTED),
  network: bothLengths('network', ofNetwork(RECENT), READS_CONNECTED),
  allBySource: bothLengths('all-by-source', everyoneBySource(RECENT), READS_CONNECTED),
  allByReason: bothLengths('all-by-reason', everyoneByReason(RECENT), READS_CONNECTED),
  allTop: bothLengths('all-top', everyone(TOP), READS_CONNECTED),
  allTopBySource: bothLengths('all-top-by-source', everyoneBySource(TOP), READS_CONNECTED),
  allTopByReason: bothLengths('all-top-by-reason', everyoneByReason(TOP), READS_CONNECTED),
  networkTop: bothLengths('network-top', ofNetwork(TOP), READS_CONNECTED),
  unanswered: bothLengths('unanswered', unanswered, READS_CONNECTED),
  saved: bothLengths('saved', ofSaved),
  author: bothLengths('author', ofAuthor),
  course: bothLengths('course', ofClass),
  announcements: bothLengths('announcements', ofAnnouncements),
} as const;

const CREATED_AT = { name: 'post-created-at', text: 'select created_at from posts where id = $1' };

/** Values of $2 to $5 for an unbounded page. */
export const UNBOUNDED = { before: ['infinity', MAX_UUID], after: ['-infinity', NIL_UUID] } as const;

type Shape = keyof typeof FEED_STATEMENTS;

/** The shapes whose statements filter by an author or a class ($6). */
const FILTERED: ReadonlySet<Shape> = new Set(['unanswered', 'saved', 'author', 'course', 'announcements']);

function shapeOf({ scope, sort }: FeedRequest, authorId: string | undefined): Shape {
  if (scope === 'mine') return 'author';
  if (scope !== 'all' && scope !== 'network') return scope;
  if (authorId !== undefined) return 'author';
  return sort === 'top' ? `${scope}Top` : scope;
}

/**
 * Reads one page of a feed, newest first (saved posts by time of saving, Top by rank), without posts of deactivated or
 * blocked authors. An author overrides the scopes all and network. For a viewer who has switched reasons off, a page of
 * All before the last one can have fewer posts than the limit, or none. @throws AppError NOT_FOUND for a class without
 * the viewer, ROLE_FORBIDDEN for a creator and a feed that is not of a class.
 */
export async function listPosts(
  pool: Pool,
  viewer: Pick<Identity, 'id' | 'role'>,
  request: FeedRequest,
): Promise<Page<PostView>> {
  const { id: viewerId } = viewer;
  const { scope, courseId, limit = POST_LIMITS.pageItems } = request;
  const authorId = scope === 'mine' ? viewerId : request.authorId;
  if (courseId === undefined) assertMember(viewer);
  else await assertInClass(pool, courseId, viewerId);
  const shape = shapeOf(request, authorId);
  const length = limit < shortRows ? 'short' : 'long';
  const values = [
    viewerId,
    ...(await boundsOf(pool, shape, request)),
    ...(FILTERED.has(shape) ? [courseId ?? authorId ?? null] : []),
  ];
  let rows = await query<FeedRow>(pool, FEED_STATEMENTS[shape][length], values);
  if (rows.length === 0 && (shape === 'all' || shape === 'allTop')) {
    // At the end of the feed, with too many restricted posts, or with reasons switched off.
    const isByReason = (await loadFeedSettings(pool, viewerId)).hiddenReasons.length > 0;
    rows = await query<FeedRow>(pool, FEED_STATEMENTS[`${shape}By${isByReason ? 'Reason' : 'Source'}`][length], values);
  }
  // What is above the posts of a class comes in addition to the page.
  const above = courseId === undefined ? 0 : rows.filter((row) => isoOf(row.key_at) !== isoOf(row.created_at)).length;
  return toFeedPage(rows, limit + above, (row) => toPostView(row, viewerId, shape === 'saved'));
}

/** A row of a feed. The flags are those of {@link everyoneByReason}; other statements do not select them. */
type FeedRow = PostRow & { is_on?: boolean; is_scan_end?: boolean };

const cursorOf = (row: FeedRow) => ({ at: isoOf(row.key_at), id: row.id });

/** Makes a page, which ends early where the scan of the posts to everyone ended: the next page starts there. */
function toFeedPage(rows: readonly FeedRow[], limit: number, view: (row: FeedRow) => PostView): Page<PostView> {
  const endsAt = rows.findIndex((row) => row.is_scan_end);
  const end = endsAt < limit ? rows[endsAt] : undefined;
  if (end === undefined) return toPage(rows, limit, { cursorOf, view });
  const shown = rows.slice(0, endsAt + 1).filter((row) => row.is_on);
  return { items: shown.map(view), nextCursor: encodeCursor(cursorOf(end)) };
}

/** Cursors carry ranks as the times that they equal. */
async function boundsOf(pool: Pool, shape: Shape, { cursor: text, since }: FeedRequest): Promise<unknown[]> {
  const cursor = decodeCursor(text);
  if (shape === 'allTop' || shape === 'networkTop')
    return cursor ? [Date.parse(cursor.at), cursor.id] : [LAST_RANK, UNBOUNDED.before[1]];
  const before = cursor ? [cursor.at, cursor.id] : UNBOUNDED.before;
  return [...before, ...(since === undefined ? UNBOUNDED.after : await boundOf(pool, since))];
}

/** The greatest bigint, as text, since it exceeds the safe integers. */
const LAST_RANK = '9223372036854775807';

/** The last time whose ISO text Postgres reads; 48 bits of milliseconds can exceed it. */
const LAST_TIME_MS = Date.parse('9999-12-31T23:59:59.999Z');

async function boundOf(pool: Pool, postId: string): Promise<readonly [string, string]> {
  const [row] = await query<{ created_at: Date }>(pool, CREATED_AT, [postId]);
  if (row) return [row.created_at.toISOString(), postId];
  // The id of a deleted post still contains its creation time.
  const createdAtMs = uuidTimeMs(postId);
  const isTimed = postId[14] === '7' && createdAtMs <= LAST_TIME_MS;
  return isTimed ? [new Date(createdAtMs).toISOString(), postId] : UNBOUNDED.after;
}
