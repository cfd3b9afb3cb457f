import { drawNouns } from './check/nouns.ts';
import { runChecks } from './check/index.ts';
import { listPaths, readSources } from './check/source.ts';
import { ROOT, runTask } from './stack.ts';

/**
 * `npm run check` runs the rules of the repository and prints where they are broken; `npm run check -- graph` draws the
 * import graph of backend/domains instead.
 */
await runTask(async () => {
  if (process.argv.includes('graph')) {
    process.stdout.write(drawNouns(readSources(ROOT, listPaths(ROOT))));
    return 0;
  }
  const results = await runChecks();
  for (const { rule, violations } of results) {
    process.stdout.write(`${rule}: ${violations.length} violations\n`);
    for (const { file, line, message } of violations) process.stdout.write(`  ${file}:${line} ${message}\n`);
  }
  return results.some(({ violations }) => violations.length > 0) ? 1 : 0;
});
