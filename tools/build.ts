import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildShell, buildWeb } from './bundles.ts';
import { ROOT, runTask } from './stack.ts';

/**
 * `npm run build`: web app, main, preload and renderer into out/. The backend runs from its sources, whose types Node
 * strips.
 */
await runTask(async () => {
  buildWeb({ isForced: true });
  buildShell({ isForced: true });
  for (const part of ['web', 'main', 'preload', 'renderer']) {
    process.stdout.write(
      `out/${part.padEnd(10)}${kilobytesOf(join(ROOT, 'out', part))
        .toFixed(1)
        .padStart(8)} kB\n`,
    );
  }
  return 0;
});

/** What ships of a folder; without the copies that only a web server sends. */
function kilobytesOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !/\.(?:gz|br)$|^\.stamp$/.test(entry.name),
  );
  return files.reduce((sum, file) => sum + statSync(join(file.parentPath, file.name)).size, 0) / 1_000;
}
