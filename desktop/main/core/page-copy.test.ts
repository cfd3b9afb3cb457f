import { expect, it } from 'vitest';
import { PAGE_COPY_LIMITS } from '#shared/page-copy-limits.ts';
import { readPageCopy, writePageCopy } from './page-copy.ts';

const COPY = { userId: 'ana', loadedAtMs: 1_700_000_000_000, queries: '[{"queryKey":["me","session"]},"ümläut\\n"]' };
const TEXT = writePageCopy(COPY, '1.2.3') ?? '';

it('reads what was written', () => {
  expect(readPageCopy(TEXT, { userId: 'ana', appVersion: '1.2.3' })).toEqual(COPY);
});

it.each([
  ['another user', TEXT, { userId: 'ben', appVersion: '1.2.3' }],
  ['another version of the client', TEXT, { userId: 'ana', appVersion: '1.2.4' }],
  ['another format', TEXT.replace('"1:', '"0:'), { userId: 'ana', appVersion: '1.2.3' }],
  ['nothing', '', { userId: 'ana', appVersion: '1.2.3' }],
  ['a copy without its first line', COPY.queries, { userId: 'ana', appVersion: '1.2.3' }],
  ['a line that is no object', 'null\n[]', { userId: 'ana', appVersion: '1.2.3' }],
  ['a copy without a time', '{"version":"1:1.2.3","userId":"ana"}\n[]', { userId: 'ana', appVersion: '1.2.3' }],
])('reads nothing from %s', (_what, text, owner) => {
  expect(readPageCopy(text, owner)).toBeNull();
});

it('refuses a copy that is too large, counted in bytes', () => {
  const queries = 'ü'.repeat(PAGE_COPY_LIMITS.maxBytes / 2);
  expect(writePageCopy({ ...COPY, queries }, '1.2.3')).toBeNull();
  expect(writePageCopy({ ...COPY, queries: queries.slice(0, -200) }, '1.2.3')).not.toBeNull();
});
