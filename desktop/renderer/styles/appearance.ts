import { COLOR_SCHEMES, THEMES } from '#shared/api/preferences.ts';
import type { ColorScheme, PreferencesView } from '#shared/api/preferences.ts';

/** The appearance settings of a user: theme, colour scheme as hex, text size 1 to 3. */
export type Appearance = Pick<PreferencesView, 'theme' | 'colorScheme' | 'fontSize'>;

/** Name of a colour scheme, the value of `data-scheme`. */
export type SchemeName = keyof typeof COLOR_SCHEMES;

/** The appearance while no one is signed in. */
export const VISITOR_APPEARANCE: Appearance = { theme: 'light', colorScheme: COLOR_SCHEMES.blue, fontSize: 2 };

const STORAGE_KEYS = { theme: 'theme', colorScheme: 'colorScheme', fontSize: 'fontSize' } as const;

/** Returns the name of a colour scheme; blue for an unknown hex. */
export function schemeName(hex: ColorScheme): SchemeName {
  for (const [name, value] of Object.entries(COLOR_SCHEMES)) {
    if (value === hex) return name as SchemeName;
  }
  return 'blue';
}

/** Sets the attributes that tokens.css reads; `system` is the current setting of the operating system. */
export function applyAppearance(root: HTMLElement, appearance: Appearance): void {
  const isDark =
    appearance.theme === 'dark' ||
    (appearance.theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset['theme'] = isDark ? 'dark' : 'light';
  root.dataset['scheme'] = schemeName(appearance.colorScheme);
  root.dataset['fontSize'] = String(appearance.fontSize);
}

/** Applies `system` again when the operating system's setting changes. Returns the function that stops it. */
export function followSystemTheme(root: HTMLElement, read: () => Appearance): () => void {
  const query = matchMedia('(prefers-color-scheme: dark)');
  const onChange = (): void => applyAppearance(root, read());
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

/** Stores the appearance for the first paint of the next start; does nothing without storage. */
export function saveAppearance(appearance: Appearance): void {
  try {
    localStorage.setItem(STORAGE_KEYS.theme, appearance.theme);
    localStorage.setItem(STORAGE_KEYS.colorScheme, appearance.colorScheme);
    localStorage.setItem(STORAGE_KEYS.fontSize, String(appearance.fontSize));
  } catch {
    // Private windows may deny storage; the server stores the settings as well.
  }
}

/**
 * Returns the appearance at a start of the desktop app, whose pages store nothing between runs: without a stored one,
 * the theme is the window's colour scheme, which the main process sets to the last theme.
 */
export function loadWindowAppearance(): Appearance {
  if (readStored(STORAGE_KEYS.theme) !== null) return loadAppearance();
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const appearance: Appearance = { ...VISITOR_APPEARANCE, theme: isDark ? 'dark' : 'light' };
  saveAppearance(appearance);
  return appearance;
}

/** Returns the stored appearance; a missing or unknown value is that of a visitor. */
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
