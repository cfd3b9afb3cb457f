import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, runTask } from './stack.ts';
import { drawTrayFiles, TRAY_DIR } from './tray-images.ts';

/** `npm run tray-icons` draws resources/tray from the SVG files in its folder `source`. */
await runTask(async () => {
  const files = await drawTrayFiles();
  for (const [name, bytes] of files) writeFileSync(join(TRAY_DIR, name), bytes);
  process.stdout.write(`Wrote ${files.size} files to ${TRAY_DIR.slice(ROOT.length + 1)}.\n`);
  return 0;
});
