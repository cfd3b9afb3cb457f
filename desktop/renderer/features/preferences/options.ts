import { COLOR_SCHEMES } from '#shared/api/preferences.ts';
import type { Theme } from '#shared/api/preferences.ts';
import type { SchemeName } from '../../styles/appearance.ts';

/** The themes with their labels. */
export const THEME_OPTIONS: readonly { value: Theme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
];

/** The colour schemes with their labels. */
export const SCHEME_OPTIONS: readonly { value: SchemeName; label: string }[] = (
  Object.keys(COLOR_SCHEMES) as SchemeName[]
).map((value) => ({ value, label: value.slice(0, 1).toUpperCase() + value.slice(1) }));

/** The text sizes with their labels. */
export const FONT_SIZE_OPTIONS = [
  { value: 1, label: 'Small' },
  { value: 2, label: 'Medium' },
  { value: 3, label: 'Large' },
] as const;

/** Converts the value of a control to a text size; 2 for any other value. */
export function fontSizeFrom(text: string): 1 | 2 | 3 {
  return FONT_SIZE_OPTIONS.find(({ value }) => String(value) === text)?.value ?? 2;
}
