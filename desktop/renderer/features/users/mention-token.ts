import { MENTION_LIMITS } from '#shared/limits.ts';
import { MENTION_SIGN } from '#shared/mentions.ts';

/** The mention that is being written: where its at sign is, and the text between it and the caret. */
export interface MentionToken {
  start: number;
  query: string;
}

const BEFORE_CARET = new RegExp(String.raw`${MENTION_SIGN}([\p{L}\p{M}\p{N}._-]*)$`, 'u');

/** Returns the mention that ends at the caret; null when there is none. */
export function tokenAt(text: string, caret: number): MentionToken | null {
  const match = BEFORE_CARET.exec(text.slice(0, caret));
  const query = match?.[1] ?? '';
  return match && query.length <= MENTION_LIMITS.searchMaxChars ? { start: match.index, query } : null;
}
