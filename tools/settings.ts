import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderSettings, SETTINGS_PAGE } from './settings-page.ts';
import { ROOT, runTask } from './stack.ts';

/** `npm run settings`: writes the list of settings from the table that the server reads them with. */
await runTask(async () => {
  writeFileSync(join(ROOT, SETTINGS_PAGE), renderSettings());
  process.stdout.write(`Wrote ${SETTINGS_PAGE}.\n`);
  return 0;
});
