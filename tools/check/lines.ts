import type { Rule } from './source.ts';

const CHARS_MAX = 120;
/**
 * Characters that may follow one long string, such as a title of a test or a list of classes, which the formatter does
 * not break.
 */
const REST_MAX = 60;
const STRING = /(['"`])(?:\\.|(?!\1).)*\1/g;
const REGULAR_EXPRESSION = /^\s*\/[^/*].*\/[a-z]*[;,)]*$/;

/** No line has more than 120 characters, except one that a single string or regular expression fills. */
export const checkLines: Rule = (files) =>
  files
    .filter(({ path }) => !path.endsWith('.html'))
    .flatMap(({ path: file, text }) =>
      text.split('\n').flatMap((line, index) => {
        if (line.length <= CHARS_MAX || isFilledByLiteral(line)) return [];
        return [{ file, line: index + 1, message: `${line.length} characters; ${CHARS_MAX} at most` }];
      }),
    );

function isFilledByLiteral(line: string): boolean {
  if (REGULAR_EXPRESSION.test(line)) return true;
  const longest = Math.max(0, ...(line.match(STRING) ?? []).map(({ length }) => length));
  return line.length - longest <= REST_MAX;
}
