import type { StudentFilters } from '#shared/api/students.ts';
import { patternOf } from '../../db/read.ts';
import { TODAY } from './student.view.ts';
import { HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';

/** The CTE `linked`: users with a connection to or request with the viewer ($1), each once. */
export const LINKED = `linked as materialized (
    select c.connected_user_id as id, c.id as connection_id, case c.status when 'accepted' then 'accepted'
      else 'sent' end as state
      from connections c where c.user_id = $1 and c.status in ('accepted', 'pending')
    union all
    select c.user_id, c.id, case c.status when 'accepted' then 'accepted' else 'received' end
      from connections c where c.connected_user_id = $1 and c.status in ('accepted', 'pending'))`;

/** The condition that the viewer ($1) may find a listing `l` of a user `u`: not their own, active and not hidden. */
export const FOUND = `l.user_id <> $1 and u.deactivated_at is null and l.user_id not in (${HIDDEN_FROM_VIEWER})`;

/**
 * The relationship of the viewer to a listing `l`, as a filter value. Each `in` is hashed once; a join would be
 * evaluated for every listing.
 */
export const STATE = `case when l.user_id not in (select k.id from linked k) then 'none'
  when l.user_id in (select k.id from linked k where k.state = 'accepted') then 'connected' else 'pending' end`;

/** The filters $2 to $8, each as a condition on a listing `l`; all hold when none is set. */
export const MATCHES = {
  q: `($2::text is null or l.name collate "und-x-icu" ilike $2)`,
  institution: `($3::text is null or lower(l.institution) = lower($3))`,
  field: `($4::text is null or lower(l.field) = lower($4))`,
  year: `($5::int is null or l.year = $5)`,
  course: `($6::uuid is null or (l.has_courses and exists (select 1 from enrollments e where e.user_id = l.user_id
    and e.course_id = $6))
    or exists (select 1 from study_partner_flags f where f.user_id = l.user_id and f.course_id = $6
      and f.until >= ${TODAY}))`,
  state: `($7::text is null or ${STATE} = $7)`,
  partner: `(not $8::boolean or exists (select 1 from study_partner_flags f where f.user_id = l.user_id
    and f.until >= ${TODAY} and ($6::uuid is null or f.course_id = $6)))`,
} as const;

/** The values $1 to $8 of {@link FOUND} and {@link MATCHES}. */
export function filterValues(viewerId: string, filter: StudentFilters): unknown[] {
  const { institution, field, year, courseId, state, partner } = filter;
  return [
    viewerId,
    patternOf(filter.q),
    institution || null,
    field || null,
    year ?? null,
    courseId ?? null,
    state ?? null,
    partner ?? false,
  ];
}
