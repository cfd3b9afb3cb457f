import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { renderPolicies } from './policies/files.ts';
import { ROOT, runTask } from './stack.ts';

/** `npm run policies` writes resources/policies/ and docs/policies.md. */
await runTask(async () => {
  for (const [path, text] of renderPolicies()) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true });
    writeFileSync(join(ROOT, path), text);
    process.stdout.write(`Wrote ${path}.\n`);
  }
  return 0;
});
