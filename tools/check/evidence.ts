import type { SourceFile, Violation } from './source.ts';

/** The page whose evidence is checked. */
export const EVIDENCE_PAGE = 'docs/security/asvs.md';

/**
 * How many requirements of level 1 or 2 each section of ASVS 5.0.0 has; their numbers start at 1. Source: the list that
 * OWASP publishes in https://github.com/OWASP/ASVS, 5.0/docs_en, as CSV.
 */
const SECTIONS =
  '1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4 ' +
  '5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 ' +
  '8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 ' +
  '11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 ' +
  '15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2';

/** The ids of the requirements of levels 1 and 2, in the order of the standard. */
export const ASVS_IDS: readonly string[] = SECTIONS.split(' ').flatMap((section) => {
  const [id = '', count = '0'] = section.split(':');
  return Array.from({ length: Number(count) }, (_, index) => `${id}.${index + 1}`);
});

const ID_CELL = /^\d+\.\d+\.\d+(?:, \d+\.\d+\.\d+)*$/;
const TEST = /\.(?:test|spec)\.tsx?$/;
/** A file, and the titles of tests or sections in it: `path`: "one", "other". */
const NAMED = /`([\w.@/-]+)`((?:[:,] "[^"]+")*)/g;

/** Below this heading, the last cell of a row names what must not occur. */
const ABSENT_HEADING = '## Not applicable';

/** The files in which nothing may occur that a requirement is said to be about: what the server consists of. */
export function isOfServer(path: string): boolean {
  if (path === 'package.json') return true;
  return /^(?:shared|backend)\/.*\.ts$/.test(path) && !/\.test\.ts$|^backend\/(?:testing|bench)\//.test(path);
}

/**
 * Each row of what is not applicable names words, and none of them occurs in `sources`: once the product does what a
 * requirement is about, the reason is false.
 */
export function checkAbsence({ path, text }: SourceFile, sources: readonly SourceFile[]): Violation[] {
  const lines = text.split('\n');
  const from = lines.indexOf(ABSENT_HEADING);
  return lines.flatMap((row, index) => {
    const cells = row.split('|').map((cell) => cell.trim());
    if (from === -1 || index < from || !ID_CELL.test(cells[1] ?? '')) return [];
    const words = [...(cells[3] ?? '').matchAll(/`([^`]+)`/g)].map(([, word = '']) => word.toLowerCase());
    const messages = words.length === 0 ? ['names nothing that must not occur'] : [];
    for (const word of words) {
      const found = sources.find((source) => source.text.toLowerCase().includes(word));
      if (found) messages.push(`${word} occurs in ${found.path}`);
    }
    return messages.map((message) => ({ file: path, line: index + 1, message }));
  });
}

/**
 * The page names each requirement once. A row of three cells names its evidence in the last one, unless it names what
 * must not occur; a reason may name some. Files must exist, and tests or sections be in them; a test file alone proves
 * nothing. `read` returns the text of a file, or null.
 */
export function checkEvidence(
  { path, text }: SourceFile,
  read: (path: string) => string | null,
  ids: readonly string[] = ASVS_IDS,
): Violation[] {
  const violations: Violation[] = [];
  const found = new Set<string>();
  const rows = text.split('\n');
  const absentFrom = rows.indexOf(ABSENT_HEADING);
  for (const [index, row] of rows.entries()) {
    const cells = row.startsWith('|')
      ? row
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim())
      : [];
    if (!ID_CELL.test(cells[0] ?? '')) continue;
    const report = (message: string): void => void violations.push({ file: path, line: index + 1, message });
    for (const id of cells[0]?.split(', ') ?? []) {
      if (found.has(id)) report(`${id} is listed twice`);
      if (!ids.includes(id)) report(`${id} is no requirement of level 1 or 2`);
      found.add(id);
    }
    if (absentFrom !== -1 && index > absentFrom) continue;
    const named = [...(cells.at(-1) ?? '').matchAll(NAMED)];
    if (cells.length > 2 && named.length === 0) report('names no evidence');
    // A reason also contains names of settings.
    const evidence = named.filter(([, file = '']) => cells.length > 2 || file.includes('/'));
    for (const problem of evidence.flatMap((one) => evidenceProblems(one, read))) report(problem);
  }
  const missing = ids.filter((id) => !found.has(id));
  return [...violations, ...missing.map((id) => ({ file: path, line: 1, message: `${id} is missing` }))];
}

function evidenceProblems([, path = '', rest = '']: RegExpMatchArray, read: (path: string) => string | null): string[] {
  const text = read(path);
  if (text === null) return [`${path} does not exist`];
  const titles = [...rest.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title);
  if (titles.length === 0 && TEST.test(path)) return [`${path} is named without the title of a test`];
  return titles.filter((title) => !isIn(text, title, path)).map((title) => `${path} has no "${title}"`);
}

/** True for the heading of a page, and for a whole string of code, such as the title of a test. */
function isIn(text: string, title: string, path: string): boolean {
  if (path.endsWith('.md'))
    return text.split('\n').some((line) => line.replace(/^#+ /, '') === title && line !== title);
  return ["'", '"', '`'].some((quote) => text.includes(`${quote}${title}${quote}`));
}
