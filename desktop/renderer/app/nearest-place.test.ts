import { expect, it } from 'vitest';
import { nearestPlace } from './nearest-place.ts';

it.each([
  ['/setings', 'student', '/settings'],
  ['/Courses/', 'teacher', '/courses'],
  ['/course', 'institution', '/courses'],
  ['/conections/all', 'student', '/connections'],
  ['/libary', 'creator', '/library'],
  ['/setings', 'creator', null],
  ['/chatroom', 'student', null],
  ['/a', 'student', null],
  ['/', 'student', null],
  ['/wp-login.php', 'student', null],
] as const)('%s of a %s is near %s', (path, role, near) => {
  expect(nearestPlace(path, role)?.path ?? null).toBe(near);
});
