import type { UserCard } from '#shared/api/users.ts';
import { PROFILE_LIMITS } from '#shared/limits.ts';
import { query, type Pool } from '../../db/pool.ts';
import { type Timestamp } from '../../db/read.ts';
import { creationCursor, decodeCursor, LIST_START, toPage, type Page, type PageQuery } from '../../http/page.ts';
import { loadVisibleCourse } from '../courses/course.access.ts';
import { toUserCard, USER_CARD_COLUMNS, type UserCardRow } from '../users/user.view.ts';
import { isColleague } from '../verifications/verification.view.ts';
import { connectedTo, HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';

/**
 * The connections of $1 who are enrolled in the item $2 and show the viewer what they learn, which members do by
 * default: one descent of an index per connection. The limit in the lookup prevents Postgres from reading all learners
 * of an item with many.
 */
const KNOWN_LEARNERS = {
  name: 'known-learners',
  text: `select ${USER_CARD_COLUMNS}, e.id, e.created_at from (${connectedTo('$1')}) k
    cross join lateral (select l.id, l.created_at from enrollments l where l.user_id = k.id and l.course_id = $2
      limit 1) e
    join users u on u.id = k.id and u.deactivated_at is null and u.id not in (${HIDDEN_FROM_VIEWER})
    left join privacy_settings ps on ps.user_id = u.id
    where (e.created_at, e.id) < ($3::timestamptz, $4::uuid)
      and case coalesce(ps.field_visibility->>'learning', 'connections') when 'me' then false
        when 'institution' then ${isColleague('u.id', '$1')} else true end
    order by e.created_at desc, e.id desc limit ${PROFILE_LIMITS.pageMaxItems + 1}`,
};

interface LearnerRow extends UserCardRow {
  id: string;
  created_at: Timestamp;
}

/**
 * Lists the connections of a viewer who are enrolled in an item and let the viewer see it, the latest first. @throws
 * AppError NOT_FOUND when the item is hidden from the viewer.
 */
export async function listKnownLearners(
  pool: Pool,
  viewerId: string,
  { courseId, cursor, limit = PROFILE_LIMITS.pageItems }: PageQuery & { courseId: string },
): Promise<Page<UserCard>> {
  await loadVisibleCourse(pool, courseId, viewerId);
  const { at, id } = decodeCursor(cursor) ?? LIST_START.down;
  const rows = await query<LearnerRow>(pool, KNOWN_LEARNERS, [viewerId, courseId, at, id]);
  return toPage(rows, limit, { cursorOf: creationCursor, view: toUserCard });
}
