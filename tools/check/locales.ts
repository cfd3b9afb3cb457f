import { isTestCode, type Rule, type Violation } from './source.ts';

/** What takes the locale of the browser without naming it. */
const UNNAMED = [
  /\bnavigator\.languages?\b/g,
  /\bIntl\.\w+\(\s*(?:undefined\b|\))/g,
  /\.toLocale\w+\(\s*(?:undefined\b|\))/g,
] as const;
/** The places that ask the browser. */
const HOMES = new Set(['desktop/renderer/lib/page/own-locale.ts', 'desktop/renderer/lib/page/own-zone.ts']);

/** The client formats for the user in one locale, or in a fixed one that it names. */
export const checkLocales: Rule = (files) =>
  files
    .filter(({ path }) => /^(?:desktop|shared)\/.*\.tsx?$/.test(path) && !HOMES.has(path) && !isTestCode(path))
    .flatMap(({ path: file, text }) =>
      UNNAMED.flatMap((pattern) =>
        [...text.matchAll(pattern)].map((found): Violation => ({
          file,
          line: text.slice(0, found.index).split('\n').length,
          message: `${found[0]} names no locale; use OWN_LOCALE of lib/page/own-locale.ts, or a fixed one`,
        })),
      ),
    );
