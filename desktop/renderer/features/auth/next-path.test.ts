import { expect, test } from 'vitest';
import { pathAfterSignIn } from './next-path.ts';

const ORIGIN = 'https://lyceum.example';

test.each([
  ['student', null, '/home'],
  ['teacher', null, '/home'],
  ['institution', null, '/home'],
  ['creator', null, '/library'],
  ['creator', '/chat', '/library'],
  ['creator', '/courses?item=0199-a', '/library?item=0199-a'],
  ['creator', 'https://evil.example/courses?item=1', '/library'],
  ['student', '/chat?with=1#end', '/chat?with=1#end'],
  ['student', 'https://evil.example/', '/home'],
  ['student', '//evil.example/home', '/home'],
  ['student', '/\\evil.example', '/home'],
  ['student', '/..//evil.example', '/home'],
  ['student', '/\t/evil.example', '/home'],
  ['student', 'javascript:alert(1)', '/home'],
  ['student', '/auth?next=/auth', '/home'],
  ['student', '/', '/home'],
] as const)('a %s with next=%s opens %s', (role, next, path) => {
  expect(pathAfterSignIn(role, next, ORIGIN)).toBe(path);
});
