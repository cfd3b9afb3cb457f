import { migrate, reset, seed } from '../backend/db/commands.ts';
import { LauncherError } from './postgres.ts';
import { readEnvFile } from './env-file.ts';
import { openDatabase, readSettings, runTask } from './stack.ts';

/** `npm run db -- migrate|reset|seed`: the database of `npm start`, or of DATABASE_URL and MIGRATE_URL. */
await runTask(async () => {
  const [command = ''] = readEnvFile(process.argv.slice(2));
  const settings = readSettings(process.env);
  if (!['migrate', 'reset', 'seed'].includes(command))
    throw new LauncherError('Name a command: npm run db -- migrate|reset|seed');
  const database = await openDatabase(settings);
  try {
    process.stdout.write(`${await runCommand(command, database, settings.dataDir)}\n`);
    return 0;
  } finally {
    if (!database.wasRunning) database.stop();
  }
});

async function runCommand(
  command: string,
  { databaseUrl, migrateUrl }: Awaited<ReturnType<typeof openDatabase>>,
  dataDir: string,
): Promise<string> {
  if (command === 'reset') {
    await reset(databaseUrl, { migrateUrl });
    return 'The database is empty and current.';
  }
  const done = await migrate(databaseUrl, { migrateUrl });
  if (command === 'migrate') return done.length === 0 ? 'The database is current.' : `Ran ${done.join(', ')}.`;
  return (await seed(databaseUrl, dataDir))
    ? 'The demo content is in.'
    : 'The database already contains accounts; nothing was changed.';
}
