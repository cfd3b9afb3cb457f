import { MikroORM } from '@mikro-orm/postgresql';
import { loadConfig } from '../../backend/config.ts';
import { synchronizeClock } from '../../backend/db/clock.ts';
import { checkSchema } from '../../backend/db/commands.ts';
import { ormConfig } from '../../backend/db/mikro-orm.config.ts';
import { entities } from '../../backend/entities.ts';
import { openFileStore } from '../../backend/gateways/open-file-store.ts';
import { AppError } from '../../backend/http/app-error.ts';
import { LauncherError } from '../postgres.ts';
import { COMMANDS, readArguments, USAGE } from './commands.ts';

/** A database that the command closes behind itself. */
interface AdminDatabase {
  databaseUrl: string;
  close: () => void;
}

/**
 * Runs the command that the words after `npm run admin --` name, and returns what it prints. Only a known command opens
 * the database.
 *
 * @throws LauncherError when it cannot be done.
 */
export async function runCommand(args: string[], openDatabase: () => Promise<AdminDatabase>): Promise<string> {
  const { words, options } = readArguments(args);
  const command = COMMANDS[words.slice(0, 2).join(' ')];
  if (!command) throw new LauncherError(USAGE);
  const { databaseUrl, close } = await openDatabase();
  const orm = await MikroORM.init(ormConfig({ databaseUrl, entities }));
  try {
    await checkSchema(databaseUrl);
    await synchronizeClock(orm.em);
    const openFiles = async () => openFileStore(loadConfig({ ...process.env, DATABASE_URL: databaseUrl }), warn);
    return await command({ em: orm.em.fork(), openFiles, words: words.slice(2), options });
  } catch (error) {
    if (error instanceof AppError) throw new LauncherError(error.message);
    if (isOutdated(error))
      throw new LauncherError('The database is empty or older than this program: npm run db -- migrate');
    throw error;
  } finally {
    await orm.close();
    close();
  }
}

function warn(...content: unknown[]): void {
  process.stderr.write(`${content.map(String).join(' ')}\n`);
}

/** Whether a table or a column is missing (SQLSTATE 42P01, 42703). */
function isOutdated(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '42P01' || error.code === '42703');
}
