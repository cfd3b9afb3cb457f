import { runChecks } from './check/index.ts';
import { runTask } from './stack.ts';

/** `npm run check`: the rules of the repository, and where they are broken. */
await runTask(async () => {
  const results = await runChecks();
  for (const { rule, violations } of results) {
    process.stdout.write(`${rule}: ${violations.length} violations\n`);
    for (const { file, line, message } of violations) process.stdout.write(`  ${file}:${line} ${message}\n`);
  }
  return results.some(({ violations }) => violations.length > 0) ? 1 : 0;
});
