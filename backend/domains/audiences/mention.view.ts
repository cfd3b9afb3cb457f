import { MENTION_LIMITS } from '#shared/limits.ts';
import { mentionedNames, type Mention, type StoredMention } from '#shared/mentions.ts';
import { read, type Reader } from '../../db/read.ts';
import { FINDABLE, HIDDEN_FROM_VIEWER, isListed } from '../visibility/visibility.access.ts';
import { isInSameGroup } from './audience.access.ts';

/**
 * Users by name ($2) or id ($4) whom the author ($1) can find, shares a class or an institution with, or writes in one
 * thread with ($3).
 */
const NAMED = {
  name: 'mentioned-users',
  text: `select u.id, lower(u.username) as username, u.role = 'student' and not ${isListed('u.id')} as is_private
    from users u
    where (lower(u.username) = any($2::text[]) or u.id = any($4::uuid[]))
      and u.role <> 'creator' and u.deactivated_at is null
      and u.id not in (${HIDDEN_FROM_VIEWER})
      and (u.id = any($3::uuid[]) or ${FINDABLE} or ${isInSameGroup('$1::uuid', 'u.id')})
    limit ${MENTION_LIMITS.usersMax}`,
};

/**
 * The author of a text, the members of its thread, whom the author can mention although they are not listed, and the
 * mentions of the text before an edit.
 */
interface MentionContext {
  authorId: string;
  threadUserIds?: readonly string[];
  before?: readonly Mention[];
}

/**
 * Loads the users that a text of an author mentions, in no order; a text without an at sign reads nothing. A username
 * of a student whom the author cannot find remains plain text. A name that the text mentioned before the edit remains
 * that of the same user, who may have another username by now, and never becomes that of another.
 */
export async function loadMentions(
  reader: Reader,
  { authorId, threadUserIds = [], before = [] }: MentionContext,
  text: string,
): Promise<StoredMention[]> {
  const knownNames = before.map(({ username }) => username);
  const names = mentionedNames(text, knownNames);
  if (names.length === 0) return [];
  const known = before.filter(({ username }) => names.includes(username));
  const newNames = names.filter((name) => !knownNames.includes(name));
  const values = [authorId, newNames, threadUserIds, known.map(({ userId }) => userId)];
  const rows = await read<{ id: string; username: string; is_private: boolean }>(reader, NAMED, values);
  return rows.flatMap(({ id: userId, username, is_private }) => {
    const named = known.flatMap((mention) => (mention.userId === userId ? mention.username : []));
    if (newNames.includes(username)) named.push(username);
    return named.map((name) => ({ userId, username: name, ...(is_private && { isPrivate: true as const }) }));
  });
}

/** Returns the mentions that a view links: a student who is not listed is notified, but linked for no reader. */
export function linkedMentions(mentions: readonly StoredMention[]): Mention[] {
  return mentions.flatMap(({ isPrivate, ...mention }) => (isPrivate ? [] : mention));
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
