import { MENTION_LIMITS } from '#shared/limits.ts';
import { mentionedNames, type Mention } from '#shared/mentions.ts';
import { read, type Reader } from '../../db/read.ts';
import { HIDDEN_FROM_VIEWER } from './visibility.access.ts';

const NAMED = {
  name: 'mentioned-users',
  text: `select u.id, lower(u.username) as username from users u
    where lower(u.username) = any($2::text[]) and u.role <> 'creator' and u.deactivated_at is null
      and u.id not in (${HIDDEN_FROM_VIEWER}) limit ${MENTION_LIMITS.usersMax}`,
};

/** Loads the users that a text of an author mentions, in no order; a text without an at sign reads nothing. */
export async function loadMentions(reader: Reader, authorId: string, text: string): Promise<Mention[]> {
  const names = mentionedNames(text);
  if (names.length === 0) return [];
  const rows = await read<{ id: string; username: string }>(reader, NAMED, [authorId, names]);
  return rows.map(({ id: userId, username }) => ({ userId, username }));
}

/** Returns the ids of the users, except the author, whom an edited text mentions and the previous one did not. */
export function newlyMentioned(
  authorId: string,
  mentions: readonly Mention[],
  before: readonly Mention[] = [],
): string[] {
  const known = new Set([authorId, ...before.map(({ userId }) => userId)]);
  return mentions.flatMap(({ userId }) => (known.has(userId) ? [] : userId));
}
