import { describe, expect, it } from 'vitest';
import { ASVS_IDS, checkAbsence, checkEvidence, isOfServer } from './evidence.ts';

const FILES: Record<string, string> = {
  'backend/a.test.ts': "it('refuses a stranger', () => {});\nit.each(rows)(`for %s`, () => {}); // a comment",
  'backend/config.ts': 'export const one = 1;',
  'docs/hosting.md': '# Hosting\n\n## Email\n\nThe certificate is checked.\n',
};
const messagesOf = (rows: readonly string[], ids = ['1.1.1', '1.1.2']) =>
  checkEvidence({ path: 'page.md', text: rows.join('\n') }, (path) => FILES[path] ?? null, ids).map(
    ({ line, message }) => `${line} ${message}`,
  );
const PROVED = '| 1.1.1 | claim | `backend/a.test.ts`: "refuses a stranger", "for %s"; `backend/config.ts` |';
const OTHER = '| 1.1.2 | claim | `docs/hosting.md`: "Email" |';

describe('the page of evidence', () => {
  it('passes with each id once, and tests, files and sections that exist', () => {
    expect(messagesOf(['| id | claim | evidence |', '|---|---|---|', PROVED, OTHER])).toEqual([]);
    expect(messagesOf(['| 1.1.1, 1.1.2 | a reason, such as `SOME_SETTING` |'])).toEqual([]);
  });

  it('fails when a reason names a test that does not exist', () => {
    expect(messagesOf([PROVED, '| 1.1.2 | not for all (`backend/a.test.ts`: "for no one") |'])).toEqual([
      '2 backend/a.test.ts has no "for no one"',
    ]);
  });

  it.each([
    ['a test file', '`backend/gone.test.ts`: "a"', 'backend/gone.test.ts does not exist'],
    ['a test', '`backend/a.test.ts`: "accepts a stranger"', 'backend/a.test.ts has no "accepts a stranger"'],
    ['a part of a title', '`backend/a.test.ts`: "refuses"', 'backend/a.test.ts has no "refuses"'],
    ['the second test', '`backend/a.test.ts`: "for %s", "b"', 'backend/a.test.ts has no "b"'],
    ['the title', '`backend/a.test.ts`', 'backend/a.test.ts is named without the title of a test'],
    ['a section', '`docs/hosting.md`: "Postage"', 'docs/hosting.md has no "Postage"'],
    ['a section, which is only a text', '`docs/hosting.md`: "The certificate is checked."', /has no "The certificate/],
    ['any evidence', 'by design', 'names no evidence'],
  ])('fails without %s', (_what, evidence, message) => {
    expect(messagesOf([`| 1.1.1 | claim | ${evidence} |`, OTHER])).toEqual([
      expect.stringMatching(message instanceof RegExp ? message : `1 ${message}`),
    ]);
  });

  it('fails when an id is missing, listed twice or unknown', () => {
    expect(messagesOf([PROVED, '| 1.1.1, 9.9.9 | a reason |'])).toEqual([
      '2 1.1.1 is listed twice',
      '2 9.9.9 is no requirement of level 1 or 2',
      '1 1.1.2 is missing',
    ]);
  });
});

describe('what is not applicable', () => {
  const page = (cell: string) => ({
    path: 'page.md',
    text: `## Not applicable\n\n| 1.2.5 | The server starts no program | ${cell} |`,
  });
  const source = (text: string) => [{ path: 'backend/a.ts', text }];

  it('fails when a word occurs that a reason says is absent', () => {
    expect(checkAbsence(page('`child_process`'), source(`import { spawn } from 'node:child_process';`))).toEqual([
      { file: 'page.md', line: 3, message: 'child_process occurs in backend/a.ts' },
    ]);
    expect(checkAbsence(page('`child_process`'), source('const child = 1;'))).toEqual([]);
  });

  it('fails without a word', () => {
    expect(checkAbsence(page('by design'), [])).toEqual([
      { file: 'page.md', line: 3, message: 'names nothing that must not occur' },
    ]);
  });

  it('is looked for in what the server consists of', () => {
    const paths = ['package.json', 'shared/api/calls.ts', 'backend/app.ts', 'backend/app.test.ts', 'tools/db.ts'];
    expect(paths.filter(isOfServer)).toEqual(['package.json', 'shared/api/calls.ts', 'backend/app.ts']);
  });
});

it('level 1 has 70 requirements and level 2 has 183 more', () => {
  expect(new Set(ASVS_IDS).size).toBe(70 + 183);
});
