import { OWN_LOCALE } from '../lib/page/own-locale.ts';

/**
 * Returns the first letters of the first and last word of a name, without words in brackets unless there are no others;
 * '?' for a name without letters.
 */
export function initials(name: string): string {
  const letters = firstLetters(name.replaceAll(/[([（【].*?(?:[)\]）】]|$)/gu, ' '));
  const [first = '?', ...others] = letters.length > 0 ? letters : firstLetters(name);
  return `${first}${others.at(-1) ?? ''}`.toLocaleUpperCase(OWN_LOCALE);
}

function firstLetters(name: string): string[] {
  return name.split(/\s+/u).flatMap((word) => /\p{L}/u.exec(word)?.[0] ?? []);
}
