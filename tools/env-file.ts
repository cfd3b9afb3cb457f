import { resolve } from 'node:path';
import { loadEnvFile } from 'node:process';
import { LauncherError } from './postgres.ts';

const OPTION = '--env-file';

/**
 * Takes `--env-file FILE` out of the arguments of a task, adds its settings to the environment, and returns the other
 * arguments. Node's own reader of such files is used, as for `node --env-file`: nothing in a value is expanded, and
 * variables that already exist stay.
 *
 * @throws {LauncherError} for a file that cannot be read.
 */
export function readEnvFile(args: readonly string[]): string[] {
  const at = args.findIndex((arg) => arg === OPTION || arg.startsWith(`${OPTION}=`));
  if (at < 0) return [...args];
  const [option = ''] = args.slice(at);
  const isJoined = option.includes('=');
  const file = isJoined ? option.slice(OPTION.length + 1) : args[at + 1];
  if (!file) throw new LauncherError('Name the file with the settings: --env-file FILE');
  try {
    // npm runs a script in the folder of package.json, and names the one it was called in.
    loadEnvFile(resolve(process.env['INIT_CWD'] ?? '.', file));
  } catch (error) {
    throw new LauncherError(
      `The file of --env-file cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  return args.toSpliced(at, isJoined ? 1 : 2);
}
