import { ROOT } from '../stack.ts';
import { checkDocs, checkExports } from './exports.ts';
import { checkLint, checkTypes } from './external.ts';
import { checkImports } from './imports.ts';
import { checkSizes } from './sizes.ts';
import { listPaths, readSources, type CheckResult } from './source.ts';
import { checkColours, checkNames } from './text-rules.ts';
import { checkWriting } from './writing.ts';

/** Runs every rule of the repository over its files; each result names its rule and what breaks it. */
export async function runChecks(): Promise<CheckResult[]> {
  const outside = Promise.all([
    checkTypes('tsconfig.json'),
    checkTypes('desktop/tsconfig.json'),
    checkLint(['backend', 'desktop', 'shared', 'tools']),
  ]);
  const paths = listPaths(ROOT);
  const files = readSources(ROOT, paths);
  const own: CheckResult[] = [
    { rule: 'imports', violations: checkImports(files) },
    { rule: 'sizes', violations: checkSizes(files) },
    { rule: 'exports', violations: checkExports(files) },
    { rule: 'docs', violations: checkDocs(files) },
    { rule: 'colours', violations: checkColours(files) },
    { rule: 'names', violations: checkNames(paths) },
    { rule: 'writing', violations: checkWriting(files) },
  ];
  const [server, desktop, lint] = await outside;
  const types = new Map([...server, ...desktop].map((violation) => [JSON.stringify(violation), violation]));
  return [{ rule: 'types', violations: [...types.values()] }, { rule: 'lint', violations: lint }, ...own];
}
