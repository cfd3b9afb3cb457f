import { expect, it } from 'vitest';
import { isUpdateFeed } from './update-feed.ts';

it.each([
  ['https://lyceum.school.example/updates/', true],
  ['https://updates.school.example:8443/desktop', true],
  ['http://127.0.0.1:8080/', true],
  ['http://[::1]:8080/', true],
  ['http://lyceum.school.example/updates/', false],
  ['https://user:secret@lyceum.school.example/', false],
  ['https://lyceum.school.example/?channel=beta', false],
  ['https://lyceum.school.example/#beta', false],
  ['file:///srv/updates', false],
  ['updates', false],
])('%s: %s', (text, isValid) => {
  expect(isUpdateFeed(text)).toBe(isValid);
});
