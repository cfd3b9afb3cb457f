import type { UnsentTexts } from '#shared/bridge/accounts.ts';

/** Returns the texts of one user: keys are `draft:<user>:…` and `unsent:<user>:…`. */
export function textsOf(userId: string, texts: UnsentTexts): UnsentTexts {
  const prefixes = [`draft:${userId}:`, `unsent:${userId}:`];
  return Object.fromEntries(Object.entries(texts).filter(([key]) => prefixes.some((prefix) => key.startsWith(prefix))));
}

/** Reads stored texts; empty when they are damaged. */
export function parseTexts(json: string): UnsentTexts {
  try {
    return JSON.parse(json) as UnsentTexts;
  } catch {
    return {};
  }
}
