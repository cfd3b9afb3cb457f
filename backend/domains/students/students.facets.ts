import type { Facet, StudentFacets, StudentFilters, StudentState } from '#shared/api/students.ts';
import { STUDENT_LIMITS } from '#shared/limits.ts';
import { query, type Pool } from '../../db/pool.ts';
import { TODAY } from './student.view.ts';
import { filterValues, FOUND, LINKED, MATCHES, STATE } from './students.filters.ts';
import { HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';

type Narrowing = Exclude<keyof typeof MATCHES, 'q'>;
const NARROWINGS: readonly Narrowing[] = ['institution', 'field', 'year', 'course', 'state', 'partner'];
const without = (...left: Narrowing[]) =>
  NARROWINGS.filter((name) => !left.includes(name))
    .map((name) => `b.by_${name}`)
    .join(' and ');

/**
 * Tests each listing against each filter, in one scan; a facet counts the listings that pass all other filters.
 */
const FACETS = {
  name: 'student-facets',
  text: `with ${LINKED},
    base as materialized (
      select l.user_id, l.institution, l.field, l.year, l.has_courses, ${STATE} as state, ${MATCHES.q} as by_q,
          ${NARROWINGS.map((name) => `${MATCHES[name]} as by_${name}`).join(', ')}
        from directory_listings l join users u on u.id = l.user_id where ${FOUND}),
    b as materialized (select * from base where by_q)
    select 'everyone' as facet, null as value, null as title, count(*)::int as count from base
    union all select 'total', null, null, count(*)::int from b where ${without()}
    union all (select 'institutions', min(b.institution), null, count(*)::int from b where b.institution is not null
      and ${without('institution')}
      group by lower(b.institution) order by 4 desc, 2 limit ${STUDENT_LIMITS.facetItems})
    union all (select 'fields', min(b.field), null, count(*)::int from b where b.field is not null
      and ${without('field')}
      group by lower(b.field) order by 4 desc, 2 limit ${STUDENT_LIMITS.facetItems})
    union all (select 'years', b.year::text, null, count(*)::int from b where b.year is not null and ${without('year')}
      group by b.year order by b.year desc limit ${STUDENT_LIMITS.facetItems})
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
      order by n.count desc, c.title, c.id limit ${STUDENT_LIMITS.facetItems})`,
};

interface FacetRow {
  facet: keyof StudentFacets;
  value: string | null;
  title: string | null;
  count: number;
}

/** Counts the values of each filter among the students that the viewer may find, by consented fields only. */
export async function loadStudentFacets(pool: Pool, viewerId: string, filter: StudentFilters): Promise<StudentFacets> {
  const rows = await query<FacetRow>(pool, FACETS, filterValues(viewerId, filter));
  const of = (facet: FacetRow['facet']) => rows.filter((row) => row.facet === facet);
  const texts = (facet: FacetRow['facet']): Facet<string>[] =>
    of(facet).map(({ value, count }) => ({ value: value ?? '', count }));
  const sum = (facet: FacetRow['facet']) => of(facet)[0]?.count ?? 0;
  return {
    total: sum('total'),
    everyone: sum('everyone'),
    institutions: texts('institutions'),
    fields: texts('fields'),
    years: of('years').map(({ value, count }) => ({ value: Number(value), count })),
    courses: of('courses').map(({ value, title, count }) => ({ value: value ?? '', title: title ?? '', count })),
    states: texts('states') as Facet<StudentState>[],
    partners: sum('partners'),
  };
}
