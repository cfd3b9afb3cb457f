import type { Response } from 'express';
import type { StudentView } from '#shared/api/students.ts';
import { STUDENT_LIMITS } from '#shared/limits.ts';
import type { Pool } from '../../db/pool.ts';
import { sendCsv } from '../../http/csv.ts';
import { listStudents, type StudentsRequest } from './students.list.ts';

const HEADINGS = [
  'Name',
  'Username',
  'Institution',
  'Field of study',
  'Studying since',
  'About',
  'Courses you share',
  'Looks for a study partner in',
  'Mutual connections',
  'Connection',
  'Page',
];
const STATES = { none: '', sent: 'Requested by you', received: 'Sent you a request', accepted: 'Connected' } as const;

function toRow(
  { user, field, year, bio, sharedCourses, partnerFlags, mutualCount, relation }: StudentView,
  publicUrl: string,
) {
  return [
    user.fullName,
    user.username,
    user.institution,
    field,
    year,
    bio,
    sharedCourses.map(({ title }) => title).join('; '),
    partnerFlags.map(({ course, until }) => `${course.title} (until ${until})`).join('; '),
    mutualCount,
    STATES[relation.state],
    `${publicUrl}/profile/${user.id}`,
  ];
}

async function* pagesOf(
  pool: Pool,
  viewerId: string,
  { request, publicUrl }: { request: StudentsRequest; publicUrl: string },
): AsyncGenerator<ReturnType<typeof toRow>[]> {
  let cursor: string | undefined;
  for (let lines = 0; lines < STUDENT_LIMITS.exportMaxRows;) {
    const limit = Math.min(STUDENT_LIMITS.pageMaxItems, STUDENT_LIMITS.exportMaxRows - lines);
    const page = await listStudents(pool, viewerId, { ...request, cursor, limit });
    yield page.items.map((student) => toRow(student, publicUrl));
    lines += page.items.length;
    if (page.nextCursor === null) return;
    cursor = page.nextCursor;
  }
}

/** Streams the list as CSV, at most 5,000 lines. */
export async function sendStudents(
  pool: Pool,
  viewerId: string,
  { res, ...rest }: { request: StudentsRequest; publicUrl: string; res: Response },
): Promise<void> {
  await sendCsv(res, { name: 'students', headings: HEADINGS, pages: pagesOf(pool, viewerId, rest) });
}
