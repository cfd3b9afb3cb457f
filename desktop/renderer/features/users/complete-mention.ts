import type { MentionToken } from './mention-token.ts';

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
