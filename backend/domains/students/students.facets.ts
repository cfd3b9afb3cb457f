import type { Facet, StudentFacets, StudentFilters, StudentState } from '#shared/api/students.ts';
import { STUDENT_LIMITS } from '#shared/limits.ts';
import { SECOND_MS } from '#shared/time.ts';
import { query, type Pool } from '../../db/pool.ts';
import { NIL_UUID } from '../../db/read.ts';
import { shareResult } from '../meta/meta.service.ts';
import { TODAY } from './student.view.ts';
import { filterValues, LINKED, MATCHES, STATE } from './students.filters.ts';
import { DEACTIVATED_USERS, HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';

type Narrowing = Exclude<keyof typeof MATCHES, 'q'>;
const NARROWINGS: readonly Narrowing[] = ['institution', 'field', 'year', 'course', 'state', 'partner'];
const without = (...left: Narrowing[]) =>
  NARROWINGS.filter((name) => !left.includes(name))
    .map((name) => `b.by_${name}`)
    .join(' and ');

/** A listing `l` that the viewer ($1) may find. */
const FOUND_LISTING = `l.user_id <> $1 and l.user_id not in (${DEACTIVATED_USERS})
  and l.user_id not in (${HIDDEN_FROM_VIEWER})`;
/** A listing `l` that the viewer may not find, but others may. */
const LEFT_OUT = `l.user_id in (select $1::uuid union all ${HIDDEN_FROM_VIEWER})
  and l.user_id not in (${DEACTIVATED_USERS})`;

/**
 * Tests each listing that fulfils a condition against each filter, in one scan; a facet counts the listings that pass
 * all other filters.
 */
const facetsOf = (condition: string, items: number | 'all') => `with ${LINKED},
    base as materialized (
      select l.user_id, l.institution, l.field, l.year, l.has_courses, ${STATE} as state, ${MATCHES.q} as by_q,
          ${NARROWINGS.map((name) => `${MATCHES[name]} as by_${name}`).join(', ')}
        from directory_listings l where ${condition}),
    b as materialized (select * from base where by_q)
    select 'everyone' as facet, null as value, null as title, count(*)::int as count from base
    union all select 'total', null, null, count(*)::int from b where ${without()}
    union all (select 'institutions', min(b.institution), null, count(*)::int from b where b.institution is not null
      and ${without('institution')}
      group by lower(b.institution) order by 4 desc, 2 limit ${items})
    union all (select 'fields', min(b.field), null, count(*)::int from b where b.field is not null
      and ${without('field')}
      group by lower(b.field) order by 4 desc, 2 limit ${items})
    union all (select 'years', b.year::text, null, count(*)::int from b where b.year is not null and ${without('year')}
      group by b.year order by b.year desc limit ${items})
    union all select 'states', b.state, null, count(*)::int from b where ${without('state')} group by b.state
    union all select 'partners', null, null, count(*)::int from b where ${without('partner')}
      and exists (select 1 from study_partner_flags f where f.user_id = b.user_id and f.until >= ${TODAY}
        and ($6::uuid is null or f.course_id = $6))
    union all (select 'courses', c.id::text, c.title, n.count from (
        select t.course_id, count(*)::int as count from (
          select e.course_id, e.user_id from b join enrollments e on e.user_id = b.user_id where b.has_courses
            and ${without('course', 'partner')} and (not $8::boolean)
          union select f.course_id, f.user_id from b join study_partner_flags f on f.user_id = b.user_id
            and f.until >= ${TODAY} where ${without('course', 'partner')}
        ) t group by t.course_id) n
      join courses c on c.id = n.course_id and c.status = 'published' and c.user_id not in (${HIDDEN_FROM_VIEWER})
      order by n.count desc, c.title, c.id limit ${items})`;
const FACETS = { name: 'student-facets', text: facetsOf(FOUND_LISTING, STUDENT_LIMITS.facetItems) };

/** Values of a facet counted for all viewers: more than are shown, since some may be left out for one viewer. */
const SHARED_ITEMS = 2 * STUDENT_LIMITS.facetItems;
/** Of every listing; run for no viewer. */
const SHARED = { name: 'student-facets-shared', text: facetsOf(FOUND_LISTING, SHARED_ITEMS) };
/** Of the listings that are left out for the viewer. */
const OF_LEFT_OUT = { name: 'student-facets-left-out', text: facetsOf(LEFT_OUT, 'all') };
/**
 * The states of the viewer's connections and requests, and those of the items $2 whose authors are hidden. The limit
 * stops Postgres from reading all listings.
 */
const OWN = {
  name: 'student-facets-own',
  text: `with ${LINKED}
    select 'states' as facet, case k.state when 'accepted' then 'connected' else 'pending' end as value,
        null as title, count(*)::int as count
      from linked k cross join lateral (select true from directory_listings l where l.user_id = k.id
        and ${FOUND_LISTING} limit 1) l group by 2
    union all select 'courses', c.id::text, null, 0 from courses c
      where c.id = any($2::uuid[]) and c.user_id in (${HIDDEN_FROM_VIEWER})`,
};

/** A count of a value. */
export interface FacetRow {
  facet: keyof StudentFacets;
  value: string | null;
  title: string | null;
  count: number;
}

/** Counts the values of each filter among the students that the viewer may find, by consented fields only. */
export async function loadStudentFacets(pool: Pool, viewerId: string, filter: StudentFilters): Promise<StudentFacets> {
  return toFacets(await query<FacetRow>(pool, FACETS, filterValues(viewerId, filter)));
}

/** How long the facets of all listings are shared, in milliseconds. */
const SHARED_MS = 30 * SECOND_MS;

/** From this number of listings on, facets without a filter are made of shared ones; fewer listings cost little. */
const SHARED_FROM = 1_000;

/** Returns a function that counts all listings, for no viewer, at most once in half a minute. */
export function shareDirectoryFacets(pool: Pool): () => Promise<FacetRow[]> {
  return shareResult(() => query<FacetRow>(pool, SHARED, filterValues(NIL_UUID, {})), SHARED_MS);
}

/**
 * Makes the facets of a viewer without a filter: those of {@link loadStudentFacets}, at most half a minute old in a
 * large directory, of whose listings only those of the viewer's connections and blocks are read.
 */
export async function loadUnfilteredFacets(
  pool: Pool,
  viewerId: string,
  loadShared: () => Promise<FacetRow[]>,
): Promise<StudentFacets> {
  const shared = await loadShared();
  const everyone = shared.find(({ facet }) => facet === 'everyone')?.count ?? 0;
  if (everyone < SHARED_FROM) return loadStudentFacets(pool, viewerId, {});
  const courseIds = shared.flatMap(({ facet, value }) => (facet === 'courses' ? [value] : []));
  const [leftOut, own] = await Promise.all([
    query<FacetRow>(pool, OF_LEFT_OUT, filterValues(viewerId, {})),
    query<FacetRow>(pool, OWN, [viewerId, courseIds]),
  ]);
  return toFacets(subtract(shared, leftOut, own));
}

/** Subtracts what is left out for a viewer; states are those of the viewer's own connections. */
function subtract(shared: readonly FacetRow[], leftOut: readonly FacetRow[], own: readonly FacetRow[]): FacetRow[] {
  const keyOf = ({ facet, value }: FacetRow) => `${facet} ${value?.toLowerCase() ?? ''}`;
  const less = new Map(leftOut.map((row) => [keyOf(row), row.count]));
  const isHidden = new Set(own.filter(({ facet }) => facet === 'courses').map(keyOf));
  const states = own.filter(({ facet }) => facet === 'states');
  const rows = shared
    .filter((row) => row.facet !== 'states' && !isHidden.has(keyOf(row)))
    .map((row) => ({ ...row, count: row.count - (less.get(keyOf(row)) ?? 0) }));
  const total = rows.find(({ facet }) => facet === 'total')?.count ?? 0;
  const none = total - states.reduce((sum, { count }) => sum + count, 0);
  return [...rows, { facet: 'states', value: 'none', title: null, count: none }, ...states];
}

function toFacets(rows: readonly FacetRow[]): StudentFacets {
  const of = (facet: FacetRow['facet']) => rows.filter((row) => row.facet === facet && row.count > 0);
  const shown = (facet: FacetRow['facet']) =>
    of(facet)
      .toSorted((one, other) => other.count - one.count)
      .slice(0, STUDENT_LIMITS.facetItems);
  const texts = (facet: FacetRow['facet']): Facet<string>[] =>
    shown(facet).map(({ value, count }) => ({ value: value ?? '', count }));
  const sum = (facet: FacetRow['facet']) => of(facet)[0]?.count ?? 0;
  return {
    total: sum('total'),
    everyone: sum('everyone'),
    institutions: texts('institutions'),
    fields: texts('fields'),
    years: of('years')
      .slice(0, STUDENT_LIMITS.facetItems)
      .map(({ value, count }) => ({ value: Number(value), count })),
    courses: shown('courses').map(({ value, title, count }) => ({ value: value ?? '', title: title ?? '', count })),
    states: of('states').map(({ value, count }) => ({ value: value as StudentState, count })),
    partners: sum('partners'),
  };
}
