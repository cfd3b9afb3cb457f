/** What keyboards and apps add to a code that is copied or dictated: spaces, format characters, and dashes. */
const SEPARATORS = /[\s\p{Cf}\p{Pd}\u2212]/gu;
const DIGIT = /\p{Nd}/u;

/**
 * Returns a code as the server compares it: compatibility forms (NFKC) and the decimal digits of all scripts as ASCII,
 * letters in lower case, no separators.
 */
export function foldCode(code: string): string {
  return code
    .normalize('NFKC')
    .replaceAll(/(?![0-9])\p{Nd}/gu, digitOf)
    .replaceAll(SEPARATORS, '')
    .toLowerCase();
}

/** The digits of a script are ten code points in a row (Unicode Standard, section 4.6); rows can follow each other. */
function digitOf(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  let first = codePoint;
  while (DIGIT.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((codePoint - first) % 10);
}
