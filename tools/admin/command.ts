import type { EntityManager } from '@mikro-orm/postgresql';
import { LauncherError } from '../postgres.ts';

/** What stands behind the name of a command: words and options. */
export interface CommandInput {
  em: EntityManager;
  words: readonly string[];
  options: Readonly<Record<string, string | undefined>>;
}

/** Does one thing and answers what to print. */
export type Command = (input: CommandInput) => Promise<string>;

const LIST_LIMIT = 50;
const LIST_MAX = 500;

/** Reads `--limit`, 50 without it. @throws LauncherError for what is no number from 1 to 500. */
export function limitIn(options: CommandInput['options']): number {
  const limit = Number(options['limit'] ?? LIST_LIMIT);
  if (!Number.isInteger(limit) || limit < 1 || limit > LIST_MAX) throw new LauncherError(`--limit is a number from 1 to ${LIST_MAX}.`);
  return limit;
}
