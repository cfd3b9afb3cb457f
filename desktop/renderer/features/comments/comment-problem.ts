import { COMMENT_LIMITS } from '#shared/limits.ts';
import { OWN_LOCALE } from '../../lib/page/own-locale.ts';

/** Returns the validation error of a comment's text; undefined when it is valid. */
export function commentProblem(text: string): string | undefined {
  const { length } = text.trim();
  if (length === 0) return 'Write something first';
  const max = COMMENT_LIMITS.contentMaxChars;
  return length > max ? `A comment has at most ${max.toLocaleString(OWN_LOCALE)} characters` : undefined;
}
