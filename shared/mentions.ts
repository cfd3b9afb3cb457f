import { MENTION_LIMITS } from './limits.ts';
import { UNSPACED_SCRIPTS } from './scripts.ts';

/** A user that a text mentions as `@username`. */
export interface Mention {
  userId: string;
  /** The username at the time of writing, in lower case. */
  username: string;
}

/** A mention as it is stored. */
export interface StoredMention extends Mention {
  /** True for a student who is not listed in the directory: no view links to them. */
  isPrivate?: true;
}

/**
 * Where a mention begins, as the source of a regular expression: an at sign, also the full-width one, unless it ends a
 * word, as in an email address. Before an at sign, letters of scripts without spaces, and Korean ones, end no word.
 */
export const MENTION_SIGN = String.raw`(?<!(?![${UNSPACED_SCRIPTS}\p{sc=Hang}])[\p{L}\p{N}._@＠/-])[@＠]`;

const MENTION = new RegExp(`${MENTION_SIGN}([A-Za-z0-9][A-Za-z0-9._-]*)`, 'gu');

/** A username may end with these, and so may a sentence. */
const TRAILING = /[._-]+$/;

/**
 * Returns the usernames that a text may mention, in lower case, each once. A name with punctuation at its end is
 * returned with and without it, but if one of these is a known name, only that one.
 */
export function mentionedNames(text: string, known: readonly string[] = []): string[] {
  const names = [...text.matchAll(MENTION)].flatMap(([, name = '']) => {
    const forms = formsOf(name);
    return forms.find((form) => known.includes(form)) ?? forms;
  });
  return [...new Set(names)].slice(0, MENTION_LIMITS.namesMax);
}

/** Splits a text into plain parts and mentions of known users. */
export function splitMentions(text: string, mentions: readonly Mention[]): { text: string; userId: string | null }[] {
  const parts: { text: string; userId: string | null }[] = [];
  let end = 0;
  for (const match of mentions.length === 0 ? [] : text.matchAll(MENTION)) {
    for (const form of formsOf(match[1] ?? '')) {
      const mention = mentions.find(({ username }) => username === form);
      if (mention === undefined) continue;
      if (match.index > end) parts.push({ text: text.slice(end, match.index), userId: null });
      end = match.index + 1 + form.length;
      parts.push({ text: text.slice(match.index, end), userId: mention.userId });
      break;
    }
  }
  if (end < text.length) parts.push({ text: text.slice(end), userId: null });
  return parts;
}

function formsOf(name: string): string[] {
  const whole = name.toLowerCase();
  return [...new Set([whole, whole.replace(TRAILING, '')])];
}
