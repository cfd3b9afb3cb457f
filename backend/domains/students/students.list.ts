import type { StudentFilters, StudentSort, StudentView } from '#shared/api/students.ts';
import { STUDENT_LIMITS } from '#shared/limits.ts';
import { query, type Pool } from '../../db/pool.ts';
import { LIST_START, type Page, type PageQuery } from '../../http/page.ts';
import { VISIBLE_CONNECTIONS } from '../connections/connection.view.ts';
import { STUDENT_EXTRAS, toStudentView, type StudentRow } from './student.view.ts';
import { filterValues, FOUND, LINKED, MATCHES } from './students.filters.ts';
import { decodeStudentCursor, encodeStudentCursor } from './students.cursor.ts';
import { connectedTo } from '../visibility/visibility.access.ts';

/** The filters, order and page of a list of students. */
export interface StudentsRequest extends StudentFilters, PageQuery {
  sort?: StudentSort | undefined;
}

/** Maximum connections of the viewer examined for the order by mutual ones; the count on a card is exact. */
const EXAMINED_MAX = 200;

const SOURCE = 'directory_listings l join users u on u.id = l.user_id';
/** Always true; it declares the types of the filters' parameters. */
const ALL = ['$2::text', '$3::text', '$4::text', '$5::int', '$6::uuid', '$7::text', '$8::boolean']
  .map((value) => `(${value} is null or true)`)
  .join(' and ');
/**
 * The unfiltered list has its own statements: a plan that also serves unset filters expects so few rows that it sorts
 * all listings by name.
 */
const MATCHING = { all: `${FOUND} and ${ALL}`, some: `${FOUND} and ${Object.values(MATCHES).join(' and ')}` } as const;
type Matching = (typeof MATCHING)[keyof typeof MATCHING];
const COLUMNS = `l.user_id, l.name, u.username, l.institution, l.field, l.year, l.bio,
  case when l.has_photo then u.profile_image end as profile_image,
  l.created_at, l.has_courses, l.has_mutuals`;

/** The connection or request between the viewer ($1) and the student of a row `k`, if any. */
const RELATION = `select c.id as connection_id, case when c.status = 'accepted' then 'accepted'
    when c.user_id = $1 then 'sent' else 'received' end as state
  from connections c where c.status in ('accepted', 'pending')
    and least(c.user_id, c.connected_user_id) = least($1, k.user_id)
    and greatest(c.user_id, c.connected_user_id) = greatest($1, k.user_id) limit 1`;

/** $9 to $12 are the cursor's id, name, time and count; each order reads the ones it needs. */
const AFTER = {
  new: '(l.created_at, l.user_id) < ($11::timestamptz, $9::uuid)',
  name: '(l.name collate "und-x-icu", l.user_id) > ($10::text collate "und-x-icu", $9::uuid)',
} as const;
const ORDER = {
  new: 'k.created_at desc, k.user_id desc',
  name: 'k.name collate "und-x-icu", k.user_id',
  mutual: 'k.sort_mutuals desc, k.created_at desc, k.user_id desc',
} as const;
const UNUSED =
  'and ($9::uuid is null or true) and ($10::text is null or true) and ($11::timestamptz is null or true) and ($12::int is null or true)';

const byKey = (
  sort: 'new' | 'name',
  matching: Matching,
  rows: number,
) => `select ${COLUMNS}, 0 as sort_mutuals from ${SOURCE}
  where ${matching} and ${AFTER[sort]} ${UNUSED} order by ${ORDER[sort].replaceAll('k.', 'l.')} limit ${rows}`;

/** Reads students with mutual connections by index from the viewer's connections, then the others, newest first. */
const byMutuals = (matching: Matching, rows: number) => `select * from (
    (select ${COLUMNS}, near.count as sort_mutuals from near
      join ${SOURCE.replace('directory_listings l', 'directory_listings l on l.user_id = near.id and l.has_mutuals')}
      where ${matching} and (near.count, l.created_at, l.user_id) < ($12::int, $11::timestamptz, $9::uuid)
      order by near.count desc, l.created_at desc, l.user_id desc limit ${rows})
    union all
    (select ${COLUMNS}, 0 from ${SOURCE}
      where ${matching} and not (l.has_mutuals and l.user_id in (select near.id from near))
        and (l.created_at, l.user_id) < (case when $12::int > 0 then 'infinity'
          else $11::timestamptz end, $9::uuid) ${UNUSED}
      order by l.created_at desc, l.user_id desc limit ${rows})
  ) k order by ${ORDER.mutual} limit ${rows}`;

const NEAR = `near as materialized (
    select f.id, count(*)::int as count from (select mine.id from mine order by mine.id limit ${EXAMINED_MAX}) m cross
      join lateral (${connectedTo('m.id')}) f group by f.id)`;

function textOf(sort: StudentSort, matching: Matching, rows: number): string {
  return `with ${LINKED}, mine as materialized (${VISIBLE_CONNECTIONS})${sort === 'mutual' ? `, ${NEAR}` : ''}
    select k.*, t.connection_id, coalesce(t.state, 'none') as state, ${STUDENT_EXTRAS}
      from (${sort === 'mutual' ? byMutuals(matching, rows) : byKey(sort, matching, rows)}) k
      left join lateral (${RELATION}) t on true order by ${ORDER[sort]}`;
}

const statements = (matching: keyof typeof MATCHING, rows: number) => {
  const of = (sort: StudentSort) => ({
    name: `students-${sort}-${matching}-${rows}`,
    text: textOf(sort, MATCHING[matching], rows),
  });
  return { new: of('new'), name: of('name'), mutual: of('mutual') };
};
const bothLengths = (matching: keyof typeof MATCHING) => ({
  short: statements(matching, STUDENT_LIMITS.pageItems + 1),
  long: statements(matching, STUDENT_LIMITS.pageMaxItems + 1),
});
const STATEMENTS = { all: bothLengths('all'), some: bothLengths('some') };

const MOST = 2_147_483_647;

/** Lists the students that the viewer may find, newest listing first by default, with consented fields only. */
export async function listStudents(pool: Pool, viewerId: string, request: StudentsRequest): Promise<Page<StudentView>> {
  const sort = request.sort ?? 'new';
  const limit = request.limit ?? STUDENT_LIMITS.pageItems;
  const start = { ...LIST_START[sort === 'name' ? 'up' : 'down'], name: '', mutuals: MOST };
  const from = request.cursor === undefined ? start : decodeStudentCursor(sort, request.cursor);
  const [viewer, ...filters] = filterValues(viewerId, request);
  const isNarrowed = filters.some(Boolean);
  const statement = STATEMENTS[isNarrowed ? 'some' : 'all'][limit <= STUDENT_LIMITS.pageItems ? 'short' : 'long'][sort];
  const values = [viewer, ...filters, from.id, from.name, from.at || null, from.mutuals];
  const rows = await query<StudentRow & { sort_mutuals: number }>(pool, statement, values);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    items: shown.map(toStudentView),
    nextCursor: rows.length > limit && last ? encodeStudentCursor(sort, last) : null,
  };
}
