import type { Response } from 'express';
import type { LearnerView, ListLearnersQuery, ListOwnLearnersQuery, OwnLearnerView } from '#shared/api/enrollments.ts';
import { COURSE_LIMITS } from '#shared/limits.ts';
import { query, type Pool, type Statement } from '../../db/pool.ts';
import { isoOf, type Timestamp } from '../../db/read.ts';
import { AppError } from '../../http/app-error.ts';
import { CSV_PAGE_ROWS, sendCsv } from '../../http/csv.ts';
import { decodeCursor, LIST_START, toPage, type Page } from '../../http/page.ts';
import { toUserCard, USER_CARD_COLUMNS, type UserCardRow } from '../users/user.view.ts';
import { DEACTIVATED_USERS, HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';
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
  behind: { where: 'e.is_behind', column: 'e.created_at', type: 'timestamptz' },
  completed: { where: 'e.completed_at is not null', column: 'e.created_at', type: 'timestamptz' },
  inactive: {
    where: `e.completed_at is null and e.active_on < (now() at time zone 'utc')::date - ${COURSE_LIMITS.inactiveDays}`,
    column: 'e.active_on',
    type: 'date',
  },
} as const satisfies Record<string, Kept>;

const ROWS = COURSE_LIMITS.pageMaxItems + 1;

/** Selects enrollments `e` in the item `id` by a filter, in its order, after a cursor ($2, $3), not hidden ($1). */
const enrollmentsIn = ({ where, column, type }: Kept, id: string) =>
  `from enrollments e where e.course_id = ${id} and (${column}, e.id) < ($2::${type}, $3::uuid) and ${where}
    and e.user_id not in (${DEACTIVATED_USERS}) and e.user_id not in (${HIDDEN_FROM_VIEWER})`;

/** Columns of a learner `u` and the enrollment `e`. */
const columnsOf = ({ column, type }: Kept) =>
  `e.id, e.created_at, ${type === 'date' ? `${column}::timestamp at time zone 'utc'` : column} as listed_at,
    e.progress, e.completed_at, e.last_opened_at, ${USER_CARD_COLUMNS}`;

const ofItem = (filter: keyof typeof FILTERS, rows: number) => ({
  name: `course-learners-${filter}-${rows}`,
  text: `select ${columnsOf(FILTERS[filter])}
    from (select e.* ${enrollmentsIn(FILTERS[filter], '$4')}
      order by ${FILTERS[filter].column} desc, e.id desc limit ${rows}) e
    cross join lateral (select * from users o where o.id = e.user_id limit 1) u
    order by ${FILTERS[filter].column} desc, e.id desc`,
});

/**
 * Of all items of the viewer ($1). One index descent per item finds its newest learner: the page has learners of at
 * most `ROWS` items, and none before the newest of the last of them (`floor`), so that its cost grows with the items,
 * not with the learners.
 */
const ofAllItems = (filter: keyof typeof FILTERS) => {
  const kept = FILTERS[filter];
  const order = `order by ${kept.column} desc, e.id desc`;
  return {
    name: `own-learners-${filter}`,
    text: `select ${columnsOf(kept)}, e.item_id as course_id, e.title as course_title
      from (select e.*, s.item_id, s.title from (
          select s.item_id, s.title, case when count(*) over () = ${ROWS} then min(s.key) over () end as floor
          from (select c.id as item_id, c.title, n.key, n.id from courses c cross join lateral (
              select ${kept.column} as key, e.id ${enrollmentsIn(kept, 'c.id')} ${order} limit 1) n
            where c.user_id = $1 order by n.key desc, n.id desc limit ${ROWS}) s
        ) s cross join lateral (select e.* ${enrollmentsIn(kept, 's.item_id')}
          and ${kept.column} >= coalesce(s.floor, '-infinity') ${order} limit ${ROWS}) e
        ${order} limit ${ROWS}) e
      cross join lateral (select * from users o where o.id = e.user_id limit 1) u
      ${order}`,
  };
};

const byFilter = <Statement>(of: (filter: keyof typeof FILTERS) => Statement) => ({
  all: of('all'),
  behind: of('behind'),
  completed: of('completed'),
  inactive: of('inactive'),
});
/** Learners of one item by filter. */
export const LEARNERS = byFilter((filter) => ofItem(filter, ROWS));
const EXPORTED = byFilter((filter) => ofItem(filter, CSV_PAGE_ROWS + 1));
const OWN_LEARNERS = byFilter(ofAllItems);

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
  const { courseId, filter = 'all', cursor, limit = COURSE_LIMITS.pageItems } = request;
  await assertAuthor(pool, viewerId, courseId);
  return readLearners(pool, [viewerId, courseId], { statement: LEARNERS[filter], cursor, limit });
}

async function assertAuthor(pool: Pool, viewerId: string, courseId: string): Promise<void> {
  const course = await loadVisibleCourse(pool, courseId, viewerId);
  if (course.user_id !== viewerId) throw new AppError('NOT_OWNER', 'Only the author can see who learns');
}

async function readLearners(
  pool: Pool,
  [viewerId, courseId]: readonly [string, string],
  { statement, cursor, limit }: { statement: Statement; cursor: string | undefined; limit: number },
): Promise<Page<LearnerView>> {
  const { at, id } = decodeCursor(cursor) ?? LIST_START.down;
  const rows = await query<LearnerRow>(pool, statement, [viewerId, at, id, courseId]);
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

/** The author is checked once, before the first page. */
async function* pagesOf(
  pool: Pool,
  viewerId: string,
  { courseId, filter = 'all' }: LearnersRequest,
): AsyncGenerator<ReturnType<typeof toCells>[]> {
  await assertAuthor(pool, viewerId, courseId);
  const limit = CSV_PAGE_ROWS;
  let cursor: string | undefined;
  for (let lines = 0; lines < COURSE_LIMITS.exportMaxRows; lines += limit) {
    const page = await readLearners(pool, [viewerId, courseId], { statement: EXPORTED[filter], cursor, limit });
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
