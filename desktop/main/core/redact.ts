/** Replacements in the order in which they run. Each removes more than it must rather than less. */
const RULES: readonly [RegExp, string][] = [
  // A header or a field whose value is a secret; a cookie header has several values.
  [/\b((?:set-)?cookie|authorization|proxy-authorization)(["']?\s*[:=]\s*).+/gi, '$1$2[removed]'],
  [
    /\b([\w-]*(?:token|secret|password|passwd|pwd|credential|signature|api[-_]?key|session(?:[-_]?id)?|sid|auth|code))(["']?\s*[:=]\s*)("[^"]*"|'[^']*'|[^\s,;&)}\]]+)/gi,
    '$1$2[removed]',
  ],
  [/\b(bearer|basic)\s+[\w.~+/=-]+/gi, '$1 [removed]'],
  // Addresses without credentials, query and fragment, which can contain tokens and searches.
  [/\b([a-z][a-z\d+.-]*:\/\/)[^\s/@"'<>]*@/gi, '$1'],
  [/\b([a-z][a-z\d+.-]*:\/\/[^\s?#"'<>)]+)[?#][^\s"'<>)]*/gi, '$1'],
  [/(?<![\w/])(\/(?:api|[a-z-]+)[^\s?#"'<>)]*)[?#][^\s"'<>)]*/g, '$1'],
  [/[\p{L}\d._%+-]+(?:@|%40)[\p{L}\d-]+(?:\.[\p{L}\d-]+)+/gu, '[email]'],
  // Ids of members, conversations and messages.
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi, '[id]'],
  // The name of the account on this computer.
  [/(\/(?:home|Users)\/)[^\s/"':]+/g, '$1[user]'],
  [/([A-Za-z]:(?:\\{1,2}|\/)Users(?:\\{1,2}|\/))[^\\/"':<>|]+/g, '$1[user]'],
  // Quoted text of several words: errors of parsers repeat what they read.
  [/"(?=[^"\n]*\s)[^"\n]*"/g, '"[text]"'],
  [/“[^”\n]*”/g, '“[text]”'],
  // A signed session cookie (express-session).
  [/(?<!\w)s(?::|%3A)[\w+/=%-]{8,}\.[\w+/=%-]+/gi, '[removed]'],
  // JSON Web Tokens, and what is too long and too mixed to be a word.
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, '[removed]'],
  [/(?<![\w/+=-])(?=[\w+=-]*\d)(?=[\w+=-]*[A-Za-z])[\w+=-]{24,}(?:%[\dA-F]{2}[\w+=.-]*)*/g, '[removed]'],
];

/**
 * Removes from a text what must not be in a log or a report: tokens, cookies, email addresses, ids, quoted text, names
 * of accounts of the computer, and each of the `secrets` that are known.
 */
export function redact(text: string, secrets: Iterable<string> = []): string {
  let result = text;
  for (const secret of secrets) {
    if (secret.length < 6) continue;
    for (const form of new Set([secret, encodeURIComponent(secret), decode(secret)]))
      result = result.replaceAll(form, '[removed]');
  }
  for (const [pattern, replacement] of RULES) result = result.replace(pattern, replacement);
  return result;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
