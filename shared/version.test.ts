import { expect, it } from 'vitest';
import { compareVersions } from './version.ts';

it.each([
  ['0.1.0', '0.1.0', 0],
  ['0.9.0', '0.10.0', -1],
  ['1.0.0', '0.99.99', 1],
  ['0.1.0', '0.1.1', -1],
  ['0.2', '0.2.0', 0],
  ['0.2.0-beta.1', '0.2.0', 0],
  ['', '0.0.1', -1],
])('%j against %j', (one, other, sign) => {
  expect(Math.sign(compareVersions(one, other))).toBe(sign);
});
