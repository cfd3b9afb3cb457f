import type { Response } from 'express';
import { STATES, type StateName } from '#shared/api/analytics-states.ts';
import { METRICS, type LessonNumbersView, type MemberGroupsView } from '#shared/api/analytics.ts';
import type { Role } from '#shared/api/endpoint.ts';
import { amountText } from '#shared/money.ts';
import type { Pool } from '../../db/pool.ts';
import { AppError } from '../../http/app-error.ts';
import { sendCsv } from '../../http/csv.ts';
import { loadAnalytics, type AnalyticsRequest } from './analytics.view.ts';
import { loadLessonNumbers } from './lesson-numbers.view.ts';
import { loadMemberGroups } from './member-groups.view.ts';
import { daysOf } from './metrics.service.ts';

/** The heading of a number that is true now. */
function stateHeading(name: StateName): string {
  const { label, unit } = STATES[name];
  return `${label}${unit === 'minutes' ? ' in minutes' : ''} (now)`;
}

/**
 * Streams the days of a period as CSV: the table of the page, with money in major units. The numbers that are true now
 * have columns of their own, which are empty but for a last row, so that each column has the sum of its card.
 */
export async function sendAnalytics(pool: Pool, res: Response, request: AnalyticsRequest): Promise<void> {
  const { metrics, otherMoney, currency, states } = await loadAnalytics(pool, request);
  const columns = [...metrics.map((metric) => ({ ...metric, currency })), ...otherMoney].map((column) => {
    const { label, unit } = METRICS[column.name];
    return {
      ...column,
      isMoney: unit === 'money',
      heading: unit === 'money' ? `${label} (${column.currency})` : label,
    };
  });
  const cellsOf = (at: number) =>
    columns.map(({ days, isMoney, currency: own }) => {
      const count = days[at] ?? 0;
      return isMoney ? amountText(count, own) : count;
    });
  const pages = async function* () {
    yield daysOf(request).map((day, at) => [day, ...cellsOf(at), ...states.map(() => null)]);
    if (states.length > 0) yield [['Now', ...columns.map(() => null), ...states.map(({ value }) => value)]];
  };
  await sendCsv(res, {
    name: 'analytics',
    headings: ['Day (UTC)', ...columns.map(({ heading }) => heading), ...states.map(({ name }) => stateHeading(name))],
    pages: pages(),
  });
}

/** Lists the lessons and then the files, each with the learners of whom it is counted. */
function lessonRows(numbers: NonNullable<LessonNumbersView['numbers']>) {
  const rowsOf = (type: string, parts: typeof numbers.lessons) =>
    parts.map(({ title, opened, finished }) => [type, title, numbers.learners, opened, finished]);
  return [...rowsOf('Lesson', numbers.lessons), ...rowsOf('File', numbers.files)];
}

/**
 * Streams how many learners opened and finished each lesson and file of an own item as CSV: the tables of the page.
 * `Opened` is empty for a lesson without a file. Below five learners there are only headings. @throws AppError
 * NOT_FOUND, NOT_OWNER.
 */
export async function sendLessonNumbers(
  pool: Pool,
  res: Response,
  { userId, courseId }: { userId: string; courseId: string },
): Promise<void> {
  const pages = async function* () {
    const { numbers } = await loadLessonNumbers(pool, userId, courseId);
    if (numbers !== null) yield lessonRows(numbers);
  };
  await sendCsv(res, {
    name: 'lessons-and-files',
    headings: ['Type', 'Title', 'Learners counted', 'Opened', 'Finished'],
    pages: pages(),
  });
}

/** Counts that are rounded down are at least this high; a sum that would reveal a member is empty. */
function groupRows({ week, groups }: MemberGroupsView) {
  return groups.map(({ field, isOthers, members, active, items, enrollments }) => [
    week,
    field ?? (isOthers ? 'Other fields' : 'All members'),
    members,
    active,
    items,
    enrollments,
  ]);
}

const GROUP_HEADINGS = ['Members', 'Active', 'Items', 'Enrollments'].map((heading) => `${heading} (at least)`);

/**
 * Streams the groups of an institution's members as CSV: the table of the page, with the same hidden sums, which are
 * empty. Before the first group there are only headings. @throws AppError ROLE_FORBIDDEN for other roles.
 */
export async function sendMemberGroups(
  pool: Pool,
  res: Response,
  { id, role }: { id: string; role: Role },
): Promise<void> {
  if (role !== 'institution') throw new AppError('ROLE_FORBIDDEN', 'Only approved institutions have members');
  const pages = async function* () {
    const members = await loadMemberGroups(pool, id);
    if (members !== null) yield groupRows(members);
  };
  await sendCsv(res, { name: 'members', headings: ['Week from', 'Field', ...GROUP_HEADINGS], pages: pages() });
}
