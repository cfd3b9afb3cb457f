import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { onStop } from './interrupt.ts';
import { startTestPostgres, LauncherError } from './postgres.ts';
import { ROOT, runTask } from './stack.ts';

const FOLDERS = ['backend/bench', 'desktop/testing'];

/**
 * `npm run bench -- NAME`: prints figures beside the baseline of the same run. A bench is a file that exports `bench`.
 */
await runTask(async () => {
  const [name = ''] = process.argv.slice(2);
  const benches = listBenches();
  const file = benches.get(name);
  if (file === undefined) throw new LauncherError(`Name a bench: npm run bench -- ${[...benches.keys()].join('|')}`);
  const database = await startTestPostgres({ isDurable: true });
  onStop(() => {
    database.stop();
    process.exit(1);
  });
  try {
    const { bench } = (await import(file)) as { bench: (adminUrl: string) => Promise<void> };
    await bench(database.adminUrl);
    return 0;
  } finally {
    database.stop();
  }
});

/** A program that a bench starts reads its arguments when imported, so the names are read from the text of the file. */
function listBenches(): Map<string, string> {
  const files = globSync(
    FOLDERS.map((folder) => `${folder}/*.ts`),
    { cwd: ROOT },
  ).map((file) => join(ROOT, file));
  const benches = files.filter((file) => readFileSync(file, 'utf8').includes('export async function bench('));
  return new Map(benches.map((file) => [basename(file, '.ts').replace(/-bench$/, ''), file]));
}
