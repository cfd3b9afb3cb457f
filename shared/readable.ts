/**
 * One line that says what it shows: no control characters, no line breaks, and none of the characters that turn the
 * direction of the text around them (Unicode Technical Report 36, section 2.10; CVE-2021-42574).
 */
export const ONE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u;

/**
 * Holds a character that can be seen: spaces, joiners, tags and the letters and signs that are blank by design do not
 * count.
 */
export const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}](?<![\u115f\u1160\u2800\u3164\uffa0])/u;

/** Stacks no more marks on a letter than any script does, so that a name stays on its line. */
export const UNSTACKED = /^(?!.*\p{M}{9})/su;
