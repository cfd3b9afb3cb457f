import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../stack.ts';
import { checkDocs } from './docs.ts';
import { checkAbsence, checkEvidence, EVIDENCE_PAGE, isOfServer } from './evidence.ts';
import { checkFormat, checkLint, checkTypes, checkUnused } from './external.ts';
import { checkImports } from './imports.ts';
import { checkLocales } from './locales.ts';
import { checkLines } from './lines.ts';
import { checkSizes } from './sizes.ts';
import { checkNouns } from './nouns.ts';
import { checkPageTexts } from './page-texts.ts';
import { checkPackages, type Lockfile, type Manifest } from './packages.ts';
import { checkSql } from './sql.ts';
import { listPaths, readSources, type CheckResult } from './source.ts';
import { checkColours, checkNames, checkTextSizes } from './text-rules.ts';
import { checkWriting } from './writing.ts';

/** Runs every rule of the repository over its files; each result names its rule and what breaks it. */
export async function runChecks(): Promise<CheckResult[]> {
  const outside = Promise.all([
    checkTypes('tsconfig.json'),
    checkTypes('desktop/tsconfig.json'),
    checkLint(['backend', 'desktop', 'shared', 'tools']),
    checkFormat(),
    checkUnused(),
  ]);
  const paths = listPaths(ROOT);
  const files = readSources(ROOT, paths);
  const tracked = new Set(paths);
  const read = (path: string): string | null => (tracked.has(path) ? readFileSync(join(ROOT, path), 'utf8') : null);
  const manifest = JSON.parse(read('package.json') ?? '{}') as Manifest;
  const lockfile = JSON.parse(read('package-lock.json') ?? '{}') as Lockfile;
  const page = { path: EVIDENCE_PAGE, text: read(EVIDENCE_PAGE) ?? '' };
  const server = paths.filter(isOfServer).map((path) => ({ path, text: read(path) ?? '' }));
  const own: CheckResult[] = [
    { rule: 'imports', violations: checkImports(files) },
    { rule: 'nouns', violations: checkNouns(files) },
    { rule: 'sql', violations: checkSql(files) },
    { rule: 'sizes', violations: checkSizes(files) },
    { rule: 'lines', violations: checkLines(files) },
    { rule: 'docs', violations: checkDocs(files) },
    { rule: 'colours', violations: checkColours(files) },
    { rule: 'text sizes', violations: checkTextSizes(files) },
    { rule: 'locales', violations: checkLocales(files) },
    { rule: 'page texts', violations: checkPageTexts() },
    { rule: 'names', violations: checkNames(paths) },
    { rule: 'writing', violations: checkWriting(files) },
    { rule: 'packages', violations: checkPackages(manifest, lockfile) },
    { rule: 'evidence', violations: [...checkEvidence(page, read), ...checkAbsence(page, server)] },
  ];
  const [ofServer, ofDesktop, lint, format, unused] = await outside;
  const types = new Map([...ofServer, ...ofDesktop].map((violation) => [JSON.stringify(violation), violation]));
  return [
    { rule: 'types', violations: [...types.values()] },
    { rule: 'lint', violations: lint },
    { rule: 'format', violations: format },
    { rule: 'unused', violations: unused },
    ...own,
  ];
}
