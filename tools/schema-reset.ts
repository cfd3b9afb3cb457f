import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { checkSchema, reset } from '../backend/db/commands.ts';
import { SchemaError } from '../backend/db/schema-state.ts';
import { onStop } from './interrupt.ts';
import type { OpenDatabase } from './stack.ts';

/** The terminal, if there is one; otherwise no question is asked. */
interface Terminal {
  input: Readable & { isTTY?: boolean };
  output: Writable & { isTTY?: boolean };
}

/** What has to be typed to delete every row. */
const CONFIRMATION = 'reset';

/**
 * Checks the schema of a database for development. When another version made it, the user may reset it: only on a
 * terminal, only the database that the launcher started, and only by typing the word.
 *
 * @throws {SchemaError} when it is not reset.
 */
export async function checkOrReset(
  { databaseUrl, migrateUrl, isEmbedded, wasRunning }: OpenDatabase,
  { input, output }: Terminal,
): Promise<void> {
  try {
    // The role of the server has no rights yet in a database that was never migrated with it.
    await checkSchema(migrateUrl ?? databaseUrl);
  } catch (error) {
    const isAskable = isEmbedded && !wasRunning && input.isTTY === true && output.isTTY === true;
    if (!(error instanceof SchemaError) || !isAskable) throw error;
    output.write(`${error.message}\nType "${CONFIRMATION}" to delete every row now, or press Enter to keep the data: `);
    if ((await readLine(input)) !== CONFIRMATION) throw new SchemaError('Nothing was changed.');
    await reset(databaseUrl, { migrateUrl });
    output.write('The database is empty and current.\n');
  }
}

/** Returns the next line without spaces around it; empty at the end of the input, and at a request to stop. */
async function readLine(input: Readable): Promise<string> {
  // Without `terminal` the system still turns Ctrl+C into a signal.
  const lines = createInterface({ input, terminal: false });
  onStop(() => lines.close());
  const ended = once(lines, 'close').then(() => '');
  const line = await Promise.race([once(lines, 'line').then(([text]) => String(text).trim()), ended]);
  lines.close();
  return line;
}
