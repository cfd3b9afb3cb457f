import type { CourseMetaView, CourseSort, CourseView, ListCoursesQuery } from '#shared/api/courses.ts';
import { CONTENT_TYPES, COURSE_CATEGORIES } from '#shared/api/courses.ts';
import { COURSE_LIMITS } from '#shared/limits.ts';
import { SECOND_MS } from '#shared/time.ts';
import { query, type Pool, type Statement } from '../../db/pool.ts';
import { isoOf, patternOf } from '../../db/read.ts';
import { parseQuery, toTsquery } from '../../db/text/text-query.ts';
import { creationCursor, decodeCursor, LIST_START, toPage, type KeysetCursor, type Page } from '../../http/page.ts';
import { shareResult } from '../meta/meta.service.ts';
import { courseIds, courseRows, toCourseView, type CourseRow } from './course.view.ts';

const ROWS = COURSE_LIMITS.pageMaxItems + 1;

/** The filters: the type of the parameter of each, which is null when the filter is not set, and what it tests. */
const FILTERS = [
  ['contentType', 'text', (value: string) => `c.content_type = ${value}`],
  ['category', 'text', (value: string) => `c.category = ${value}`],
  ['isFree', 'boolean', (value: string) => `(c.price = 0) = ${value}`],
  ['min', 'int', (value: string) => `c.price >= ${value}`],
  ['max', 'int', (value: string) => `c.price <= ${value}`],
  ['authorId', 'uuid', (value: string) => `c.user_id = ${value}`],
  ['authorRole', 'text', (value: string) => `u.role = ${value} and not u.is_awaiting_approval`],
  ['institution', 'text', (value: string) => `u.is_institution_public and lower(u.institution) = lower(${value})`],
] as const;
/** The parameters before the filters: the viewer, and the key and the id of the cursor. */
const FIRST_FILTER = 4;
const NARROWED = FILTERS.map(([, type, condition], at) => {
  const value = `$${at + FIRST_FILTER}::${type}`;
  return `(${value} is null or (${condition(value)}))`;
}).join(' and ');
/** The parameters after them: what is searched for, as the next two constants use it. */
const [WORDS, NAMES] = [`$${FIRST_FILTER + FILTERS.length}`, `$${FIRST_FILTER + FILTERS.length + 1}`];
/** Maximum number of authors with a matching name, and of items with the words, the newest ones. */
const [AUTHORS_MAX, WORDED_MAX] = [200, 2_000];
const WORDED = `c.id in (
  (select s.entity_id from search_index s where s.entity_type = 'course' and s.fts @@ ${WORDS}::tsquery
    order by s.dated_at + interval '0' desc limit ${WORDED_MAX})
  union all select a.id from courses a where a.status = 'published' and a.user_id in (select n.entity_id
    from search_index n where n.entity_type = 'user' and n.title_fts @@ ${NAMES}::tsquery limit ${AUTHORS_MAX}))`;

/** The order of each list, what follows the cursor ($2, $3), and where it starts. */
const SORTS: Record<CourseSort, { order: string; after: string; start: KeysetCursor }> = {
  recent: {
    order: 'c.published_at desc, c.id desc',
    after: '(c.published_at, c.id) < ($2::timestamptz, $3::uuid)',
    start: LIST_START.down,
  },
  popular: {
    order: 'c.enrollments desc, c.id desc',
    after: '(c.enrollments, c.id) < ($2::int, $3::uuid)',
    start: { at: '2147483647', id: LIST_START.down.id },
  },
  rating: {
    order: 'c.rating_rank desc, c.id desc',
    after: '(c.rating_rank, c.id) < ($2::int, $3::uuid)',
    start: { at: '2147483647', id: LIST_START.down.id },
  },
  price: {
    order: 'c.price, c.id',
    after: '(c.price, c.id) > ($2::int, $3::uuid)',
    start: { at: '-1', id: LIST_START.up.id },
  },
};

/**
 * The statements of an order: without filters, with filters, and with words. A plan that also serves filters that are
 * not set expects so few rows that it sorts all items, so those statements are planned for their values.
 */
function statementsOf(sort: CourseSort): Record<'all' | 'some' | 'worded', Statement> {
  const { order, after } = SORTS[sort];
  const page = `${after} order by ${order} limit ${ROWS}`;
  const text = (filters: string) =>
    courseRows(`c.id in (${courseIds(`c.status = 'published' and ${filters} and ${page}`)}) order by ${order}`);
  return {
    all: { name: `courses-${sort}`, text: courseRows(`c.status = 'published' and ${page}`) },
    some: { name: `courses-${sort}-some`, text: text(NARROWED) },
    worded: { name: `courses-${sort}-worded`, text: text(`${NARROWED} and ${WORDED}`) },
  };
}

/** The published items, by order. */
export const COURSE_LISTS = {
  recent: statementsOf('recent'),
  popular: statementsOf('popular'),
  rating: statementsOf('rating'),
  price: statementsOf('price'),
};
/**
 * The newest items of one subject, without another filter: an index has their order for every subject, so that the
 * statement is planned once. Planning took most of its time.
 */
export const NEWEST_OF_CATEGORY = {
  name: 'courses-newest-of-category',
  text: courseRows(`c.status = 'published' and c.category = $${FIRST_FILTER}
    and ${SORTS.recent.after} order by ${SORTS.recent.order} limit ${ROWS}`),
};

/** The parameter of {@link MINE} after its words. */
const STATUS = NAMES;
/** The viewer's own items of every status or of one, also drafts, which the search index does not contain. */
const MINE = {
  name: 'courses-mine',
  text: courseRows(`c.user_id = $1 and (c.created_at, c.id) < ($2::timestamptz, $3::uuid) and ${NARROWED}
    and (${WORDS}::text is null or c.title ilike ${WORDS} or c.description ilike ${WORDS})
    and (${STATUS}::text is null or c.status = ${STATUS})
    order by c.created_at desc, c.id desc limit ${ROWS}`),
};

const isNumber = (key: string): boolean => /^\d{1,9}$/.test(key);

function keyOf(row: CourseRow, sort: CourseSort): string {
  if (sort === 'popular') return String(row.enrollments);
  if (sort === 'rating') return String(row.rating_rank);
  return sort === 'price' ? String(row.price) : isoOf(row.published_at ?? row.created_at);
}

/** The pools of quick and of expensive reads, the viewer, and the currency of all prices. */
interface Listing {
  pool: Pool;
  searchPool: Pool;
  /** Runs an expensive read when it is the viewer's turn. */
  inTurn: <T>(read: () => Promise<T>) => Promise<T>;
  viewerId: string;
  currency: string;
}

/**
 * Lists published items, or the viewer's own ones of every status. Most filters are read on the pool of expensive
 * reads.
 */
export async function listCourses(listing: Listing, request: ListCoursesQuery): Promise<Page<CourseView>> {
  const { sort = 'recent', mine, q } = request;
  if (mine) return listOwnCourses(listing, request);
  const { pool, searchPool, inTurn, viewerId } = listing;
  const { at, id } = decodeCursor(request.cursor, sort === 'recent' ? undefined : isNumber) ?? SORTS[sort].start;
  const start = [viewerId, at, id];
  const filters = filterValues(request);
  const words = q ? parseQuery(q) : null;
  const load = (): Promise<CourseRow[]> => {
    const { all, some, worded } = COURSE_LISTS[sort];
    const ofWords = words && [...start, ...filters, toTsquery(words), toTsquery(words, 'A')];
    if (ofWords) return inTurn(() => query(searchPool, worded, ofWords));
    const set = filters.filter((value) => value !== null);
    if (set.length === 0) return query(pool, all, start);
    if (sort === 'recent' && set.length === 1 && request.category)
      return query(pool, NEWEST_OF_CATEGORY, [...start, request.category]);
    return inTurn(() => query(searchPool, some, [...start, ...filters]));
  };
  return pageOf(await load(), listing, { request, cursorOf: (row) => ({ at: keyOf(row, sort), id: row.id }) });
}

const CARDS = { name: 'course-cards', text: courseRows('c.id = any($2::uuid[])') };

/** Lists items by their ids in one statement, in no order; those gone or hidden from the viewer are left out. */
export async function listCourseCards(
  { pool, viewerId, currency }: Omit<Listing, 'searchPool' | 'inTurn'>,
  ids: readonly string[],
): Promise<CourseView[]> {
  const rows = await query<CourseRow>(pool, CARDS, [viewerId, ids]);
  return rows.map((row) => toCourseView(row, viewerId, currency));
}

async function listOwnCourses(listing: Listing, request: ListCoursesQuery): Promise<Page<CourseView>> {
  const { at, id } = decodeCursor(request.cursor) ?? LIST_START.down;
  const values = [listing.viewerId, at, id, ...filterValues(request), patternOf(request.q), request.status ?? null];
  const rows = await query<CourseRow>(listing.pool, MINE, values);
  return pageOf(rows, listing, { request, cursorOf: creationCursor });
}

function filterValues({ price, ...request }: ListCoursesQuery): unknown[] {
  const values = { ...request, isFree: price === undefined ? undefined : price === 'free' };
  return FILTERS.map(([name]) => (values[name] === '' ? null : (values[name] ?? null)));
}

function pageOf(
  rows: readonly CourseRow[],
  { viewerId, currency }: Listing,
  { request, cursorOf }: { request: ListCoursesQuery; cursorOf: (row: CourseRow) => KeysetCursor },
): Page<CourseView> {
  return toPage(rows, request.limit ?? COURSE_LIMITS.pageItems, {
    cursorOf,
    view: (row) => toCourseView(row, viewerId, currency),
  });
}

const COUNTS = {
  name: 'course-counts',
  text: `select c.content_type, c.category, count(*)::int as count from courses c
    join users u on u.id = c.user_id and u.deactivated_at is null where c.status = 'published'
    group by c.content_type, c.category`,
};

interface CountRow {
  content_type: string;
  category: string | null;
  count: number;
}

/** How many published items there are of each content type and of each category, in the order of both lists. */
export type CourseCounts = Pick<CourseMetaView, 'contentTypes' | 'categories'>;

/** How long counts of all items are shared, in milliseconds. */
const COUNTS_MS = 30 * SECOND_MS;

/** Returns a function that counts the published items at most once in half a minute. */
export function shareCourseCounts(pool: Pool): () => Promise<CourseCounts> {
  return shareResult(() => countCourses(pool), COUNTS_MS);
}

/** Counts the published items of active users; it reads all of them. */
export async function countCourses(pool: Pool): Promise<CourseCounts> {
  const rows = await query<CountRow>(pool, COUNTS);
  const sum = (isCounted: (row: CountRow) => boolean) =>
    rows.reduce((total, row) => total + (isCounted(row) ? row.count : 0), 0);
  return {
    contentTypes: CONTENT_TYPES.map((value) => ({ value, count: sum((row) => row.content_type === value) })),
    categories: COURSE_CATEGORIES.map((value) => ({ value, count: sum((row) => row.category === value) })),
  };
}
