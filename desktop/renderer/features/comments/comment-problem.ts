import { COMMENT_LIMITS } from '#shared/limits.ts';

/** What is wrong with the text of a comment, in words; undefined when nothing is. */
export function commentProblem(text: string): string | undefined {
  const { length } = text.trim();
  if (length === 0) return 'Write something first';
  const max = COMMENT_LIMITS.contentMaxChars;
  return length > max ? `A comment has at most ${max.toLocaleString()} characters` : undefined;
}
