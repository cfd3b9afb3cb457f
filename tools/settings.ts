import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderSettings, SETTINGS_PAGE } from './settings-page.ts';
import { ROOT, runTask } from './stack.ts';

/** `npm run settings` writes docs/settings.md. */
await runTask(async () => {
  writeFileSync(join(ROOT, SETTINGS_PAGE), renderSettings());
  process.stdout.write(`Wrote ${SETTINGS_PAGE}.\n`);
  return 0;
});
