/**
 * One line without control characters, line breaks, and characters that change the direction of the surrounding text
 * (Unicode Technical Report 36, section 2.10; CVE-2021-42574).
 */
export const ONE_LINE = /^[^\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]*$/u;

/**
 * Contains a visible character: spaces, joiners, tags, and letters and symbols that are blank by design do not count.
 */
export const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}](?<![\u115f\u1160\u2800\u3164\uffa0])/u;

/** Has no more combining marks on a letter than any script uses, so that a name does not overlap other lines. */
export const UNSTACKED = /^(?!.*\p{M}{9})/su;
