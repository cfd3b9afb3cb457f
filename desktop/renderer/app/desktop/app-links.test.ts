import { expect, it } from 'vitest';
import type { Role } from '#shared/api/endpoint.ts';
import type { AppLink } from '#shared/bridge/links.ts';
import { pathOfLink } from './app-links.ts';

it.each<[AppLink['kind'], Role, string]>([
  ['profile', 'student', '/profile/x'],
  ['post', 'teacher', '/home?post=x'],
  ['course', 'institution', '/courses?item=x'],
  ['chat', 'student', '/chat?with=x'],
  ['call', 'student', '/chat?with=x'],
  ['profile', 'creator', '/library'],
  ['post', 'creator', '/library'],
  ['course', 'creator', '/library?item=x'],
  ['chat', 'creator', '/library?questions=1&with=x'],
  ['call', 'creator', '/library'],
])('opens a link to a %s for a %s', (kind, role, path) => {
  expect(pathOfLink({ kind, id: 'x' }, role)).toBe(path);
});
