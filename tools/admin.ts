import { MikroORM } from '@mikro-orm/postgresql';
import { loadConfig } from '../backend/config.ts';
import { synchronizeClock } from '../backend/db/clock.ts';
import { ormConfig } from '../backend/db/mikro-orm.config.ts';
import { entities } from '../backend/entities.ts';
import { openFileStore } from '../backend/gateways/open-file-store.ts';
import { AppError } from '../backend/http/app-error.ts';
import { COMMANDS, readArguments, USAGE } from './admin/commands.ts';
import { LauncherError } from './postgres.ts';
import { openDatabase, readSettings, runTask } from './stack.ts';

/**
 * `npm run admin -- ...`: what operators do, on the database of `npm start` or of DATABASE_URL, beside a running
 * server. Domain events are written to the outbox; the server handles them within seconds and pushes the changes.
 */
await runTask(async () => {
  const { words, options } = readArguments(process.argv.slice(2));
  const command = COMMANDS[words.slice(0, 2).join(' ')];
  if (!command) throw new LauncherError(USAGE);
  const database = await openDatabase(readSettings(process.env));
  const orm = await MikroORM.init(ormConfig({ databaseUrl: database.databaseUrl, entities }));
  try {
    await synchronizeClock(orm.em);
    const openFiles = async () =>
      openFileStore(loadConfig({ ...process.env, DATABASE_URL: database.databaseUrl }), warn);
    process.stdout.write(`${await command({ em: orm.em.fork(), openFiles, words: words.slice(2), options })}\n`);
    return 0;
  } catch (error) {
    if (error instanceof AppError) throw new LauncherError(error.message);
    if (isOutdated(error))
      throw new LauncherError('The database is empty or older than this program: npm run db -- migrate');
    throw error;
  } finally {
    await orm.close();
    if (!database.wasRunning) database.stop();
  }
});

function warn(...content: unknown[]): void {
  process.stderr.write(`${content.map(String).join(' ')}\n`);
}

/** Whether a table or a column is missing (SQLSTATE 42P01, 42703). */
function isOutdated(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '42P01' || error.code === '42703');
}
