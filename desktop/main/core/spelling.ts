/** A member's choice of spelling. */
export interface SpellingChoice {
  isOn: boolean;
  /** Codes of the chosen languages; empty for those of the system. */
  languages: string[];
}

const LANGUAGES_MAX = 5;

/**
 * Returns the languages to check: the chosen ones that have a dictionary, or else those of the system, or else English.
 * Empty when there is no dictionary to choose from, as on macOS, whose checker detects the language.
 */
export function spellingLanguages(
  chosen: readonly string[],
  system: readonly string[],
  available: readonly string[],
): string[] {
  const wanted = chosen.filter((code) => available.includes(code));
  if (wanted.length > 0) return wanted.slice(0, LANGUAGES_MAX);
  const found = system.flatMap((code) => closest(code, available) ?? []);
  const languages = found.length > 0 ? found : available.filter((code) => code === 'en-US');
  return [...new Set(languages)].slice(0, LANGUAGES_MAX);
}

/** Returns the code itself, its language without a region, or the first region of its language. */
function closest(code: string, available: readonly string[]): string | undefined {
  const language = code.split('-')[0] ?? code;
  return (
    [code, language].find((one) => available.includes(one)) ?? available.find((one) => one.startsWith(`${language}-`))
  );
}
