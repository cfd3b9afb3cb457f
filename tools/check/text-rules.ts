import { isScript, isTestCode, type Rule, type Violation } from './source.ts';

/** Allowed entries at the top level of the repository, besides dotfiles. */
const TOP_LEVEL = new Set([
  'desktop',
  'backend',
  'shared',
  'resources',
  'tools',
  'package.json',
  'package-lock.json',
  'electron-builder.yml',
  'tsconfig.json',
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'LICENSE',
  'docs',
]);
const DOTFILES = new Set([
  '.ci',
  '.github',
  '.gitignore',
  '.gitattributes',
  '.editorconfig',
  '.npmrc',
  '.oxfmtrc.json',
  '.nvmrc',
  '.node-version',
  '.dockerignore',
  '.env.example',
]);
const NAMELESS = new Set(['utils', 'helpers', 'common', 'misc', 'manager', 'service2']);

/** Folders are named after their content, and the top level contains only what the layout lists. */
export function checkNames(paths: readonly string[]): Violation[] {
  return paths.flatMap((file): Violation[] => {
    const folders = file.split('/');
    const top = folders[0] ?? '';
    const nameless = folders.slice(0, -1).find((folder) => NAMELESS.has(folder));
    if (!TOP_LEVEL.has(top) && !DOTFILES.has(top))
      return [{ file, line: 1, message: `"${top}" is not allowed at the top level` }];
    return nameless === undefined
      ? []
      : [{ file, line: 1, message: `a folder named "${nameless}" does not describe its content` }];
  });
}

const PALETTE =
  'slate|gray|zinc|neutral|stone|red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose';
const PROPERTY =
  'bg|text|border(?:-[trblxyse])?|ring|ring-offset|outline|fill|stroke|from|via|to|divide|decoration|accent|caret|placeholder|shadow';
const COLOURS: readonly [RegExp, string][] = [
  [/(?<=["'`\s:[(])#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3,4})(?=["'`\s;,)\]])/, 'a raw hex colour'],
  [/\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(\s*[\d.]/, 'a raw colour'],
  [new RegExp(`(?<![\\w-])(?:${PROPERTY})-(?:(?:${PALETTE})-\\d{2,3}|black|white)(?![\\w-])`), 'a palette class'],
];
/**
 * Styles define the colours, preferences list the accents, seeds draw images, a migration contains the default of its
 * day, and the browser reads the page's theme-color before any style.
 */
const COLOUR_HOMES =
  /^(?:desktop\/renderer\/(?:styles\/|index\.html$)|shared\/api\/preferences\.ts$|backend\/db\/(?:seeds\/images|migrations\/))/;

/** Colours are named by meaning; their values are defined in the styles. */
export const checkColours: Rule = (files) =>
  files
    .filter(({ path }) => /^(?:desktop|backend|shared)\//.test(path) && !COLOUR_HOMES.test(path) && !isTestCode(path))
    .flatMap(({ path: file, text }) =>
      text.split('\n').flatMap((line, index): Violation[] => {
        const found = COLOURS.find(([pattern]) => pattern.test(line));
        return found
          ? [
              {
                file,
                line: index + 1,
                message: `${found[1]} (${found[0].exec(line)?.[0] ?? ''}); use a colour named in styles/tokens.css`,
              },
            ]
          : [];
      }),
    );

const RAW_TEXT_SIZE = /(?<![\w-])text-\[\d[^\]]*\]/;

/** Text sizes are named in the theme (styles/index.css); no class carries a size of its own. */
export const checkTextSizes: Rule = (files) =>
  files
    .filter(({ path }) => path.startsWith('desktop/') && !isTestCode(path))
    .flatMap(({ path: file, text }) =>
      text.split('\n').flatMap((line, index): Violation[] => {
        const found = RAW_TEXT_SIZE.exec(line);
        return found
          ? [{ file, line: index + 1, message: `a raw text size (${found[0]}); use one named in styles/index.css` }]
          : [];
      }),
    );

/** True for the files whose exports are described. */
export function isDocumented(path: string): boolean {
  return isScript({ path }) && /^(?:backend|desktop|shared)\//.test(path) && !isTestCode(path);
}
