import type { StudentSort, StudentView } from '#shared/api/students.ts';
import { STUDENT_LIMITS } from '#shared/limits.ts';
import { query, type Pool } from '../../db/pool.ts';
import type { Page } from '../../http/page.ts';
import { connectedTo, VISIBLE_CONNECTIONS } from '../connections/connection.view.ts';
import { STUDENT_EXTRAS, toStudentView, type StudentRow } from './student.view.ts';
import { filterValues, FOUND, LINKED, MATCHES, type StudentsFilter } from './students.access.ts';
import { decodeStudentCursor, encodeStudentCursor } from './students.cursor.ts';

/** Which students, in which order, from where on. */
export interface StudentsRequest extends StudentsFilter {
  sort?: StudentSort | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** How many of the viewer's connections are looked at for the order by mutual ones; what a card says is counted in full. */
const LOOKED_AT = 500;

const SOURCE = 'directory_listings l join users u on u.id = l.user_id';
const MATCHING = `${FOUND} and ${Object.values(MATCHES).join(' and ')}`;
const COLUMNS = `l.user_id, l.name, u.username, l.institution, l.field, l.year, l.bio, case when l.has_photo then u.profile_image end as profile_image,
  l.created_at, l.has_courses, l.has_mutuals`;

/** $9 to $12 are the cursor's id, name, time and count; an order reads those it goes by. */
const AFTER = {
  new: '(l.created_at, l.user_id) < ($11::timestamptz, $9::uuid)',
  name: '(l.name collate "und-x-icu", l.user_id) > ($10::text collate "und-x-icu", $9::uuid)',
} as const;
const ORDER = { new: 'k.created_at desc, k.user_id desc', name: 'k.name collate "und-x-icu", k.user_id', mutual: 'k.sort_mutuals desc, k.created_at desc, k.user_id desc' } as const;
const UNUSED = 'and ($9::uuid is null or true) and ($10::text is null or true) and ($11::timestamptz is null or true) and ($12::int is null or true)';

const byKey = (sort: 'new' | 'name', rows: number) => `select ${COLUMNS}, 0 as sort_mutuals from ${SOURCE}
  where ${MATCHING} and ${AFTER[sort]} ${UNUSED} order by ${ORDER[sort].replaceAll('k.', 'l.')} limit ${rows}`;

/** Those with mutual connections come from the viewer's connections, by index; the others follow, newest first. */
const byMutuals = (rows: number) => `select * from (
    (select ${COLUMNS}, near.count as sort_mutuals from near join ${SOURCE.replace('directory_listings l', 'directory_listings l on l.user_id = near.id and l.has_mutuals')}
      where ${MATCHING} and (near.count, l.created_at, l.user_id) < ($12::int, $11::timestamptz, $9::uuid)
      order by near.count desc, l.created_at desc, l.user_id desc limit ${rows})
    union all
    (select ${COLUMNS}, 0 from ${SOURCE}
      where ${MATCHING} and not (l.has_mutuals and l.user_id in (select near.id from near))
        and (l.created_at, l.user_id) < (case when $12::int > 0 then 'infinity' else $11::timestamptz end, $9::uuid) ${UNUSED}
      order by l.created_at desc, l.user_id desc limit ${rows})
  ) k order by ${ORDER.mutual} limit ${rows}`;

const NEAR = `near as materialized (
    select f.id, count(*)::int as count from (select mine.id from mine order by mine.id limit ${LOOKED_AT}) m cross join lateral (${connectedTo('m.id')}) f group by f.id)`;

function textOf(sort: StudentSort, rows: number): string {
  return `with ${LINKED}, mine as materialized (${VISIBLE_CONNECTIONS})${sort === 'mutual' ? `, ${NEAR}` : ''}
    select k.*, t.connection_id, coalesce(t.state, 'none') as state, ${STUDENT_EXTRAS} from (${sort === 'mutual' ? byMutuals(rows) : byKey(sort, rows)}) k left join linked t on t.id = k.user_id order by ${ORDER[sort]}`;
}

const statements = (rows: number, suffix: string) => {
  const of = (sort: StudentSort) => ({ name: `students-${sort}${suffix}`, text: textOf(sort, rows) });
  return { new: of('new'), name: of('name'), mutual: of('mutual') };
};
const SHORT = statements(STUDENT_LIMITS.pageItems + 1, '');
const LONG = statements(STUDENT_LIMITS.pageMaxItems + 1, '-long');

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const MOST = 2_147_483_647;

/** Reads one page of the students whom the viewer may find, newest listing first unless told otherwise; each shows what they consented to. */
export async function listStudents(pool: Pool, viewerId: string, request: StudentsRequest): Promise<Page<StudentView>> {
  const sort = request.sort ?? 'new';
  const limit = request.limit ?? STUDENT_LIMITS.pageItems;
  const start = { id: sort === 'name' ? FIRST_ID : LAST_ID, name: '', at: 'infinity', mutuals: MOST };
  const from = request.cursor === undefined ? start : decodeStudentCursor(sort, request.cursor);
  const statement = (limit <= STUDENT_LIMITS.pageItems ? SHORT : LONG)[sort];
  const values = [...filterValues(viewerId, request), from.id, from.name, from.at || null, from.mutuals];
  const rows = await query<StudentRow & { sort_mutuals: number }>(pool, statement, values);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { items: shown.map(toStudentView), nextCursor: rows.length > limit && last ? encodeStudentCursor(sort, last) : null };
}
