import { MENTION_LIMITS } from '#shared/limits.ts';

/** The mention that is being written: where its at sign is, and the text between it and the caret. */
export interface MentionToken {
  start: number;
  query: string;
}

const BEFORE_CARET = /(?<![\p{L}\p{N}._@/-])@([\p{L}\p{N}._-]*)$/u;

/** Returns the mention that ends at the caret; null when there is none. */
export function tokenAt(text: string, caret: number): MentionToken | null {
  const match = BEFORE_CARET.exec(text.slice(0, caret));
  const query = match?.[1] ?? '';
  return match && query.length <= MENTION_LIMITS.searchMaxChars ? { start: match.index, query } : null;
}

/** Replaces the mention with a username and a space; returns the text and the position of the caret after it. */
export function completeMention(
  text: string,
  { start, query }: MentionToken,
  username: string,
): { text: string; caret: number } {
  const mention = `@${username} `;
  const rest = text.slice(start + 1 + query.length).replace(/^ /, '');
  return { text: text.slice(0, start) + mention + rest, caret: start + mention.length };
}
