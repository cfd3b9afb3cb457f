import type { LearnerView, ListLearnersQuery } from '#shared/api/enrollments.ts';
import { COURSE_LIMITS } from '#shared/limits.ts';
import { query, type Pool } from '../../db/pool.ts';
import { isoOf, type Timestamp } from '../../db/read.ts';
import { AppError } from '../../http/app-error.ts';
import { creationCursor, decodeCursor, LIST_START, toPage, type Page } from '../../http/page.ts';
import { toUserCard, USER_CARD_COLUMNS, type UserCardRow } from '../users/user.view.ts';
import { HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';
import { loadVisibleCourse } from './course.access.ts';
import { toProgressView, type ProgressRow } from './learning.service.ts';

const LEARNERS = {
  name: 'course-learners',
  text: `select e.id, e.created_at, e.progress, e.completed_at, e.last_opened_at, ${USER_CARD_COLUMNS}
    from enrollments e join users u on u.id = e.user_id and u.deactivated_at is null
      and u.id not in (${HIDDEN_FROM_VIEWER})
    where e.course_id = $2 and (e.created_at, e.id) < ($3::timestamptz, $4::uuid) and case $5::text
      when 'completed' then e.completed_at is not null
      when 'inactive' then e.completed_at is null and coalesce(e.last_opened_at, e.created_at)
        < now() - interval '${COURSE_LIMITS.inactiveDays} days'
      else true end
    order by e.created_at desc, e.id desc limit ${COURSE_LIMITS.pageMaxItems + 1}`,
};

interface LearnerRow extends UserCardRow, ProgressRow {
  id: string;
  created_at: Timestamp;
}

/**
 * Lists who is enrolled in an item for its author, newest first; by enrolling, a user shows the progress to the author.
 *
 * @throws AppError NOT_FOUND, NOT_OWNER.
 */
export async function listLearners(
  pool: Pool,
  viewerId: string,
  request: ListLearnersQuery & { courseId: string },
): Promise<Page<LearnerView>> {
  const { courseId, filter = 'all', limit = COURSE_LIMITS.pageItems } = request;
  const course = await loadVisibleCourse(pool, courseId, viewerId);
  if (course.user_id !== viewerId) throw new AppError('NOT_OWNER', 'Only the author can see who learns');
  const { at, id } = decodeCursor(request.cursor) ?? LIST_START.down;
  const rows = await query<LearnerRow>(pool, LEARNERS, [viewerId, courseId, at, id, filter]);
  return toPage(rows, limit, {
    cursorOf: creationCursor,
    view: (row) => ({ user: toUserCard(row), enrolledAt: isoOf(row.created_at), ...toProgressView(row) }),
  });
}
