import { expect, it } from 'vitest';
import { isLookalike } from './lookalike.ts';

it.each([
  ['https://example.org/xn--a', false],
  ['https://xn--80ak6aa92e.com/', true],
  ['https://аpple.com/', true],
  ['https://www.åbo.fi/', true],
])('%s may imitate another host: %s', (href, expected) => {
  expect(isLookalike(href)).toBe(expected);
});
