/** Settings of Electron's spell checker. */
export interface SpellChecker {
  isEnabled: boolean;
  /** Where dictionaries are downloaded from, with a slash at the end; null where the system's own checker is used. */
  dictionaryUrl: string | null;
}

/**
 * Never resolves (RFC 6761, section 6.4). A session may look for dictionaries although it does not check
 * (electron#22995).
 */
const NOWHERE = 'https://dictionaries.invalid/';

/**
 * Returns the settings of the spell checker. On Windows and Linux, Electron downloads dictionaries from Google unless
 * another address is set; the words are checked on the computer. Without an address of the administrator's choice it
 * does not check there. macOS has a checker of its own.
 */
export function spellCheckerOf(platform: NodeJS.Platform, dictionaryUrl: string | null): SpellChecker {
  if (platform === 'darwin') return { isEnabled: true, dictionaryUrl: null };
  if (dictionaryUrl === null) return { isEnabled: false, dictionaryUrl: NOWHERE };
  return { isEnabled: true, dictionaryUrl: dictionaryUrl.replace(/\/*$/, '/') };
}
