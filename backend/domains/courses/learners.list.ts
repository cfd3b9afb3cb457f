import type { Response } from 'express';
import type { LearnerView, ListLearnersQuery, ListOwnLearnersQuery, OwnLearnerView } from '#shared/api/enrollments.ts';
import { COURSE_LIMITS } from '#shared/limits.ts';
import { query, type Pool } from '../../db/pool.ts';
import { isoOf, type Timestamp } from '../../db/read.ts';
import { AppError } from '../../http/app-error.ts';
import { sendCsv } from '../../http/csv.ts';
import { creationCursor, decodeCursor, LIST_START, toPage, type Page } from '../../http/page.ts';
import { toUserCard, USER_CARD_COLUMNS, type UserCardRow } from '../users/user.view.ts';
import { HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';
import { loadVisibleCourse } from './course.access.ts';
import { toProgressView, type ProgressRow } from './learning.service.ts';

/** Selects a page of learners of the item `id` after a cursor ($2, $3) by a filter ($4), without those hidden ($1). */
const learnersOf = (id: string, more = '') =>
  `select e.id, e.created_at, e.progress, e.completed_at, e.last_opened_at, ${USER_CARD_COLUMNS} ${more}
    from enrollments e join users u on u.id = e.user_id and u.deactivated_at is null
      and u.id not in (${HIDDEN_FROM_VIEWER})
    where e.course_id = ${id} and (e.created_at, e.id) < ($2::timestamptz, $3::uuid) and case $4::text
      when 'completed' then e.completed_at is not null
      when 'inactive' then e.completed_at is null and coalesce(e.last_opened_at, e.created_at)
        < now() - interval '${COURSE_LIMITS.inactiveDays} days'
      else true end
    order by e.created_at desc, e.id desc limit ${COURSE_LIMITS.pageMaxItems + 1}`;
const LEARNERS = { name: 'course-learners', text: learnersOf('$5') };
/** Of all items of the viewer ($1): one descent per item. */
const OWN_LEARNERS = {
  name: 'own-learners',
  text: `select l.* from courses c
    cross join lateral (${learnersOf('c.id', ', c.id as course_id, c.title as course_title')}) l
    where c.user_id = $1 order by l.created_at desc, l.id desc limit ${COURSE_LIMITS.pageMaxItems + 1}`,
};

interface LearnerRow extends UserCardRow, ProgressRow {
  id: string;
  created_at: Timestamp;
}

interface OwnLearnerRow extends LearnerRow {
  course_id: string;
  course_title: string;
}

function toLearnerView(row: LearnerRow): LearnerView {
  return { user: toUserCard(row), enrolledAt: isoOf(row.created_at), ...toProgressView(row) };
}

/** A page of the learners of one item. */
type LearnersRequest = ListLearnersQuery & { courseId: string };

/**
 * Lists who is enrolled in an item for its author, newest first; by enrolling, a user shows the progress to the author.
 *
 * @throws AppError NOT_FOUND, NOT_OWNER.
 */
export async function listLearners(pool: Pool, viewerId: string, request: LearnersRequest): Promise<Page<LearnerView>> {
  const { courseId, filter = 'all', limit = COURSE_LIMITS.pageItems } = request;
  const course = await loadVisibleCourse(pool, courseId, viewerId);
  if (course.user_id !== viewerId) throw new AppError('NOT_OWNER', 'Only the author can see who learns');
  const { at, id } = decodeCursor(request.cursor) ?? LIST_START.down;
  const rows = await query<LearnerRow>(pool, LEARNERS, [viewerId, at, id, filter, courseId]);
  return toPage(rows, limit, { cursorOf: creationCursor, view: toLearnerView });
}

/** Lists who is enrolled in any item of the viewer, newest first. */
export async function listOwnLearners(
  pool: Pool,
  viewerId: string,
  { cursor, filter = 'all', limit = COURSE_LIMITS.pageItems }: ListOwnLearnersQuery,
): Promise<Page<OwnLearnerView>> {
  const { at, id } = decodeCursor(cursor) ?? LIST_START.down;
  const rows = await query<OwnLearnerRow>(pool, OWN_LEARNERS, [viewerId, at, id, filter]);
  return toPage(rows, limit, {
    cursorOf: creationCursor,
    view: (row) => ({ ...toLearnerView(row), course: { id: row.course_id, title: row.course_title } }),
  });
}

const HEADINGS = ['Name', 'Username', 'Institution', 'Enrolled', 'Progress in %', 'Last activity', 'Completed'];

function toCells({ user, enrolledAt, progress, lastOpenedAt, completedAt }: LearnerView) {
  return [user.fullName, user.username, user.institution, enrolledAt, progress, lastOpenedAt, completedAt];
}

async function* pagesOf(
  pool: Pool,
  viewerId: string,
  request: LearnersRequest,
): AsyncGenerator<ReturnType<typeof toCells>[]> {
  const limit = COURSE_LIMITS.pageMaxItems;
  let cursor: string | undefined;
  for (let lines = 0; lines < COURSE_LIMITS.exportMaxRows; lines += limit) {
    const page = await listLearners(pool, viewerId, { ...request, cursor, limit });
    yield page.items.map(toCells);
    if (page.nextCursor === null) return;
    cursor = page.nextCursor;
  }
}

/** Streams the learners of an item as CSV, without email addresses. @throws AppError NOT_FOUND, NOT_OWNER. */
export async function sendLearners(
  pool: Pool,
  viewerId: string,
  { res, ...request }: LearnersRequest & { res: Response },
): Promise<void> {
  await sendCsv(res, { name: 'learners', headings: HEADINGS, pages: pagesOf(pool, viewerId, request) });
}
