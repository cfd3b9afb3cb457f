import type { EntityManager } from '@mikro-orm/postgresql';
import type { FileStore } from '../../backend/gateways/file-store.ts';
import { LauncherError } from '../postgres.ts';

/** The options of commands, each with a value. */
export const OPTION_NAMES = [
  'operator',
  'note',
  'reason',
  'status',
  'state',
  'limit',
  'title',
  'text',
  'revision',
  'save',
] as const;

/** The options of one call. */
export type Options = Readonly<Partial<Record<(typeof OPTION_NAMES)[number], string | undefined>>>;

/** The words and options after the name of a command. */
export interface CommandInput {
  em: EntityManager;
  /** Opens the store of uploaded files. */
  openFiles: () => Promise<FileStore>;
  words: readonly string[];
  options: Options;
}

/** Runs one command and returns the text to print. */
export type Command = (input: CommandInput) => Promise<string>;

const PLACEHOLDERS: Readonly<Record<string, string>> = { operator: 'NAME', revision: 'REVISION' };
const LIST_LIMIT = 50;
const LIST_MAX = 500;

/** Reads `--limit`, 50 without it. @throws LauncherError unless it is a number from 1 to 500. */
export function limitIn(options: Options): number {
  const limit = Number(options.limit ?? LIST_LIMIT);
  if (!Number.isInteger(limit) || limit < 1 || limit > LIST_MAX)
    throw new LauncherError(`--limit is a number from 1 to ${LIST_MAX}.`);
  return limit;
}

/** Reads a required option. @throws LauncherError. */
export function textIn(options: Options, name: 'operator' | 'reason' | 'title' | 'text' | 'revision'): string {
  const text = options[name]?.trim();
  if (!text) throw new LauncherError(`Missing ${name}: --${name} ${PLACEHOLDERS[name] ?? 'TEXT'}`);
  return text;
}
