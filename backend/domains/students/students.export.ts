import { Readable } from 'node:stream';
import type { Response } from 'express';
import type { StudentView } from '#shared/api/students.ts';
import { STUDENT_LIMITS } from '#shared/limits.ts';
import { databaseNow } from '../../db/clock.ts';
import type { Pool } from '../../db/pool.ts';
import { sendStream } from '../../http/stream.ts';
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

/** Matches text that a spreadsheet would run as a formula. Source: OWASP, CSV Injection. */
const FORMULA = /^[\s]*[=+\-@\t\r|%]/;

/** Formats a cell by RFC 4180; a leading apostrophe prevents a spreadsheet from running a formula. */
export function toCell(value: string | number | null): string {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value ?? '');
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function toLine(
  { user, field, year, bio, sharedCourses, partnerFlags, mutualCount, relation }: StudentView,
  publicUrl: string,
): string {
  const cells = [
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
  return `${cells.map(toCell).join(',')}\r\n`;
}

async function* linesOf(
  pool: Pool,
  viewerId: string,
  { request, publicUrl }: { request: StudentsRequest; publicUrl: string },
): AsyncGenerator<string> {
  // The byte order mark makes spreadsheets read the file as UTF-8.
  yield `\uFEFF${HEADINGS.map(toCell).join(',')}\r\n`;
  let cursor: string | undefined;
  for (let lines = 0; lines < STUDENT_LIMITS.exportMaxRows;) {
    const limit = Math.min(STUDENT_LIMITS.pageMaxItems, STUDENT_LIMITS.exportMaxRows - lines);
    const page = await listStudents(pool, viewerId, { ...request, cursor, limit });
    yield page.items.map((student) => toLine(student, publicUrl)).join('');
    lines += page.items.length;
    if (page.nextCursor === null) return;
    cursor = page.nextCursor;
  }
}

/** Streams the list as CSV (RFC 4180), page by page as the client reads, at most 5,000 lines. */
export async function sendStudents(
  pool: Pool,
  viewerId: string,
  { request, publicUrl, res }: { request: StudentsRequest; publicUrl: string; res: Response },
): Promise<void> {
  const lines = linesOf(pool, viewerId, { request, publicUrl });
  // The first page is read before any header is sent, so that a failure still gets an error response.
  const heading = await lines.next();
  const first = await lines.next();
  res.setHeader('Content-Type', 'text/csv; charset=utf-8');
  res.setHeader(
    'Content-Disposition',
    `attachment; filename="students-${databaseNow().toISOString().slice(0, 10)}.csv"`,
  );
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('X-Content-Type-Options', 'nosniff');
  const all = async function* () {
    for (const { value } of [heading, first]) if (value !== undefined) yield value;
    yield* lines;
  };
  await sendStream(res, Readable.from(all()));
}
