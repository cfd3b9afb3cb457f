import { parseArgs } from 'node:util';
import { MikroORM } from '@mikro-orm/postgresql';
import { ormConfig } from '../backend/db/mikro-orm.config.ts';
import { entities } from '../backend/entities.ts';
import { AppError } from '../backend/http/app-error.ts';
import { COMMANDS, USAGE } from './admin/commands.ts';
import { LauncherError } from './postgres.ts';
import { openDatabase, readSettings, runTask } from './stack.ts';

/**
 * `npm run admin -- ...`: what operators do, on the database of `npm start` or of DATABASE_URL, beside a running server.
 * Facts are left in the outbox, where the server finds them within seconds and tells every screen.
 */
await runTask(async () => {
  const { words, options } = readArguments(process.argv.slice(2));
  const command = COMMANDS[words.slice(0, 2).join(' ')];
  if (!command) throw new LauncherError(USAGE);
  const database = await openDatabase(readSettings(process.env));
  const orm = await MikroORM.init(ormConfig({ databaseUrl: database.databaseUrl, entities }));
  try {
    process.stdout.write(`${await command({ em: orm.em.fork(), words: words.slice(2), options })}\n`);
    return 0;
  } catch (error) {
    throw error instanceof AppError ? new LauncherError(error.message) : error;
  } finally {
    await orm.close();
    if (!database.wasRunning) database.stop();
  }
});

function readArguments(args: string[]): { words: string[]; options: Record<string, string | undefined> } {
  const text = { type: 'string' } as const;
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { operator: text, note: text, reason: text, status: text, limit: text },
    });
    return { words: positionals, options: values };
  } catch (error) {
    throw new LauncherError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}
