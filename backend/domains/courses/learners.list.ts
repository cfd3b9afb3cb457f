import type { Response } from 'express';
import type { LearnerView, ListLearnersQuery, ListOwnLearnersQuery, OwnLearnerView } from '#shared/api/enrollments.ts';
import { COURSE_LIMITS } from '#shared/limits.ts';
import { query, type Pool } from '../../db/pool.ts';
import { isoOf, type Timestamp } from '../../db/read.ts';
import { AppError } from '../../http/app-error.ts';
import { sendCsv } from '../../http/csv.ts';
import { decodeCursor, LIST_START, toPage, type Page } from '../../http/page.ts';
import { toUserCard, USER_CARD_COLUMNS, type UserCardRow } from '../users/user.view.ts';
import { HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';
import { loadVisibleCourse } from './course.access.ts';
import { toProgressView, type ProgressRow } from './learning.service.ts';

/** What a filter keeps, and the column and type by which an index sorts it. */
interface Kept {
  where: string;
  column: string;
  type: 'timestamptz' | 'date';
}

const FILTERS = {
  all: { where: 'true', column: 'e.created_at', type: 'timestamptz' },
  completed: { where: 'e.completed_at is not null', column: 'e.created_at', type: 'timestamptz' },
  inactive: {
    where: `e.completed_at is null and e.active_on < (now() at time zone 'utc')::date - ${COURSE_LIMITS.inactiveDays}`,
    column: 'e.active_on',
    type: 'date',
  },
} as const satisfies Record<string, Kept>;

/** Selects a page of learners of the item `id` after a cursor ($2, $3), without those hidden ($1). */
const learnersOf = ({ where, column, type }: Kept, id: string, more = '') =>
  `select e.id, e.created_at, ${type === 'date' ? `${column}::timestamp at time zone 'utc'` : column} as listed_at,
      e.progress, e.completed_at, e.last_opened_at, ${USER_CARD_COLUMNS} ${more}
    from enrollments e join users u on u.id = e.user_id and u.deactivated_at is null
      and u.id not in (${HIDDEN_FROM_VIEWER})
    where e.course_id = ${id} and (${column}, e.id) < ($2::${type}, $3::uuid) and ${where}
    order by ${column} desc, e.id desc limit ${COURSE_LIMITS.pageMaxItems + 1}`;
const ofItem = (filter: keyof typeof FILTERS) => ({
  name: `course-learners-${filter}`,
  text: learnersOf(FILTERS[filter], '$4'),
});
/** Of all items of the viewer ($1): one descent per item. */
const ofAllItems = (filter: keyof typeof FILTERS) => ({
  name: `own-learners-${filter}`,
  text: `select l.* from courses c
    cross join lateral (${learnersOf(FILTERS[filter], 'c.id', ', c.id as course_id, c.title as course_title')}) l
    where c.user_id = $1 order by l.listed_at desc, l.id desc limit ${COURSE_LIMITS.pageMaxItems + 1}`,
});
/** Learners of one item by filter. */
export const LEARNERS = { all: ofItem('all'), completed: ofItem('completed'), inactive: ofItem('inactive') };
const OWN_LEARNERS = {
  all: ofAllItems('all'),
  completed: ofAllItems('completed'),
  inactive: ofAllItems('inactive'),
};

interface LearnerRow extends UserCardRow, ProgressRow {
  id: string;
  created_at: Timestamp;
  listed_at: Timestamp;
}

interface OwnLearnerRow extends LearnerRow {
  course_id: string;
  course_title: string;
}

function toLearnerView(row: LearnerRow): LearnerView {
  return { user: toUserCard(row), enrolledAt: isoOf(row.created_at), ...toProgressView(row) };
}

const cursorOf = ({ listed_at: at, id }: LearnerRow) => ({ at: isoOf(at), id });

/** A page of the learners of one item. */
type LearnersRequest = ListLearnersQuery & { courseId: string };

/**
 * Lists who is enrolled in an item for its author, newest first, the inactive ones by their latest activity; by
 * enrolling, a user shows the progress to the author.
 *
 * @throws AppError NOT_FOUND, NOT_OWNER.
 */
export async function listLearners(pool: Pool, viewerId: string, request: LearnersRequest): Promise<Page<LearnerView>> {
  const { courseId, filter = 'all', limit = COURSE_LIMITS.pageItems } = request;
  const course = await loadVisibleCourse(pool, courseId, viewerId);
  if (course.user_id !== viewerId) throw new AppError('NOT_OWNER', 'Only the author can see who learns');
  const { at, id } = decodeCursor(request.cursor) ?? LIST_START.down;
  const rows = await query<LearnerRow>(pool, LEARNERS[filter], [viewerId, at, id, courseId]);
  return toPage(rows, limit, { cursorOf, view: toLearnerView });
}

/** Lists who is enrolled in any item of the viewer, in the order of {@link listLearners}. */
export async function listOwnLearners(
  pool: Pool,
  viewerId: string,
  { cursor, filter = 'all', limit = COURSE_LIMITS.pageItems }: ListOwnLearnersQuery,
): Promise<Page<OwnLearnerView>> {
  const { at, id } = decodeCursor(cursor) ?? LIST_START.down;
  const rows = await query<OwnLearnerRow>(pool, OWN_LEARNERS[filter], [viewerId, at, id]);
  return toPage(rows, limit, {
    cursorOf,
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
