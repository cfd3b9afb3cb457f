import { expect, it } from 'vitest';
import { courseSchemas } from '#shared/api/courses.schema.ts';
import { COURSE_LIMITS } from '#shared/limits.ts';
import { titleOf } from './file-facts.ts';

const MAX = COURSE_LIMITS.titleMaxChars;

it.each([
  ['Lesson  one.final.pdf', 'Lesson one.final'],
  ['.env', '.env'],
  // As the dialog of Windows copies a path.
  ['\u202aחוברת.pdf', 'חוברת'],
  ['a\u0007b\u2028c.pdf', 'a b c'],
  [`${'x'.repeat(MAX - 1)}😀.mp4`, 'x'.repeat(MAX - 1)],
  [`a${'\u0301'.repeat(20)}.pdf`, `a${'\u0301'.repeat(8)}`],
  ['\u3164.pdf', '\u3164.pdf'],
])('makes a title of the file %j that the server takes', (name, title) => {
  const found = titleOf(name);
  expect(found.normalize('NFD')).toBe(title.normalize('NFD'));
  expect(found.isWellFormed()).toBe(true);
  const body = { uploadId: '0190a7c2-0000-7000-8000-000000000000', title: found, isPreview: false };
  expect(courseSchemas.addCourseFile.body.safeParse(body).success).toBe(true);
});
