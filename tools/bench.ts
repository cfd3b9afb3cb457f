import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { onStop } from './interrupt.ts';
import { startTestPostgres, LauncherError } from './postgres.ts';
import { ROOT, runTask } from './stack.ts';

const FOLDER = join(ROOT, 'backend', 'bench');

/** `npm run bench -- NAME`: prints figures beside the baseline of the same run. A bench is a file that exports `bench`. */
await runTask(async () => {
  const [name = ''] = process.argv.slice(2);
  const file = join(FOLDER, `${name}.ts`);
  const names = listBenches();
  if (!names.includes(name)) throw new LauncherError(`Name a bench: npm run bench -- ${names.join('|')}`);
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

/** Programs that a bench starts read their arguments when imported, so names are told by what a file says. */
function listBenches(): string[] {
  return globSync('*.ts', { cwd: FOLDER })
    .filter((file) => readFileSync(join(FOLDER, file), 'utf8').includes('export async function bench('))
    .map((file) => basename(file, '.ts'));
}
