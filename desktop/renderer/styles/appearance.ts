import { COLOR_SCHEMES, THEMES } from '#shared/api/preferences.ts';
import type { ColorScheme, PreferencesView } from '#shared/api/preferences.ts';

/** What a member chooses about looks: theme, scheme as hex, text size 1 to 3. */
export type Appearance = Pick<PreferencesView, 'theme' | 'colorScheme' | 'fontSize'>;

/** Name of a colour scheme, as it stands in `data-scheme`. */
export type SchemeName = keyof typeof COLOR_SCHEMES;

/** Looks until someone is signed in. */
export const VISITOR_APPEARANCE: Appearance = { theme: 'light', colorScheme: COLOR_SCHEMES.blue, fontSize: 2 };

const STORAGE_KEYS = { theme: 'theme', colorScheme: 'colorScheme', fontSize: 'fontSize' } as const;

/** The scheme's name for its hex; blue for a hex that is none of the five. */
export function schemeName(hex: ColorScheme): SchemeName {
  for (const [name, value] of Object.entries(COLOR_SCHEMES)) {
    if (value === hex) return name as SchemeName;
  }
  return 'blue';
}

/** Sets the attributes tokens.css reads, resolving `system` by the operating system's setting of this moment. */
export function applyAppearance(root: HTMLElement, appearance: Appearance): void {
  const isDark =
    appearance.theme === 'dark' ||
    (appearance.theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset['theme'] = isDark ? 'dark' : 'light';
  root.dataset['scheme'] = schemeName(appearance.colorScheme);
  root.dataset['fontSize'] = String(appearance.fontSize);
}

/** Applies `system` again each time the operating system's setting changes; returns the function that stops it. */
export function followSystemTheme(root: HTMLElement, read: () => Appearance): () => void {
  const query = matchMedia('(prefers-color-scheme: dark)');
  const onChange = (): void => applyAppearance(root, read());
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Keeps the choice for the first paint of the next start; a full or closed storage is no error. */
export function saveAppearance(appearance: Appearance): void {
  try {
    localStorage.setItem(STORAGE_KEYS.theme, appearance.theme);
    localStorage.setItem(STORAGE_KEYS.colorScheme, appearance.colorScheme);
    localStorage.setItem(STORAGE_KEYS.fontSize, String(appearance.fontSize));
  } catch {
    // Private windows may refuse storage; the server's copy still holds.
  }
}

/**
 * Looks at a start in the desktop shell, whose pages keep nothing between runs: while nothing is kept, the theme is the
 * window's colour scheme, which the shell sets to the theme it was last told.
 */
export function loadWindowAppearance(): Appearance {
  if (readStored(STORAGE_KEYS.theme) !== null) return loadAppearance();
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const appearance: Appearance = { ...VISITOR_APPEARANCE, theme: isDark ? 'dark' : 'light' };
  saveAppearance(appearance);
  return appearance;
}

/** Reads what {@link saveAppearance} kept; a missing or unknown value falls back to the visitor's. */
export function loadAppearance(): Appearance {
  const storedTheme = readStored(STORAGE_KEYS.theme);
  const storedScheme = readStored(STORAGE_KEYS.colorScheme);
  const storedSize = readStored(STORAGE_KEYS.fontSize);
  const sizes = [1, 2, 3] as const;
  return {
    theme: THEMES.find((theme) => theme === storedTheme) ?? VISITOR_APPEARANCE.theme,
    colorScheme: Object.values(COLOR_SCHEMES).find((hex) => hex === storedScheme) ?? VISITOR_APPEARANCE.colorScheme,
    fontSize: sizes.find((size) => String(size) === storedSize) ?? VISITOR_APPEARANCE.fontSize,
  };
}

function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
