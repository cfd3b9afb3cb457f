import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { INITIALS_HUES } from '../ui/initials-colors.ts';

const CSS = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
const SCHEMES = ['blue', 'violet', 'green', 'rose', 'amber'] as const;
const THEMES = ['light', 'dark'] as const;
const SURFACES = ['surface', 'surface-raised', 'surface-sunken'];

interface Rule {
  selectors: string[];
  declarations: Map<string, string>;
}

const RULES: Rule[] = [...CSS.matchAll(/([^{}]+)\{([^}]*)\}/g)].map(([, selectors = '', body = '']) => ({
  selectors: selectors.split(',').map((selector) => selector.trim()),
  declarations: new Map(
    [...body.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value.trim()]),
  ),
}));

/** Returns the specificity of a selector for <html data-theme data-scheme>; -1 when it does not match. */
function weight(selector: string, theme: string, scheme: string): number {
  const conditions = [...selector.matchAll(/\[data-(theme|scheme)='(\w+)'\]/g)];
  if (conditions.some(([, key, value]) => value !== (key === 'theme' ? theme : scheme))) return -1;
  return conditions.length + (selector.startsWith(':root') ? 1 : 0);
}

function tokensOf(theme: string, scheme: string): Map<string, string> {
  const tokens = new Map<string, { value: string; strength: number }>();
  for (const rule of RULES) {
    const strength = Math.max(...rule.selectors.map((selector) => weight(selector, theme, scheme)));
    if (strength < 0) continue;
    for (const [name, value] of rule.declarations) {
      if (strength >= (tokens.get(name)?.strength ?? -1)) tokens.set(name, { value, strength });
    }
  }
  return new Map([...tokens].map(([name, { value }]) => [name, value]));
}

function resolve(tokens: Map<string, string>, name: string): string {
  const value = tokens.get(name);
  if (value === undefined) throw new Error(`no token --${name}`);
  const reference = /^var\(--([\w-]+)\)$/.exec(value)?.[1];
  return reference === undefined ? value : resolve(tokens, reference);
}

/** OKLCH to linear sRGB. Source: CSS Color 4, section 18. */
function linearRgb(color: string): [number, number, number] {
  const match = /^oklch\(([\d.]+) ([\d.]+)(?: ([\d.]+))?\)$/.exec(color);
  if (!match) throw new Error(`not an opaque oklch colour: ${color}`);
  const [lightness, chroma, hue] = [Number(match[1]), Number(match[2]), (Number(match[3] ?? 0) * Math.PI) / 180];
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** Relative luminance, 0 to 1. Source: WCAG 2.2. */
function luminance(color: string): number {
  const [red, green, blue] = linearRgb(color).map((value) => Math.min(1, Math.max(0, value))) as [
    number,
    number,
    number,
  ];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(first: string, second: string): number {
  const [low = 0, high = 0] = [luminance(first), luminance(second)].toSorted((left, right) => left - right);
  return (high + 0.05) / (low + 0.05);
}

const TEXTS = ['text', 'text-muted', 'accent-text', 'danger', 'success', 'warning'];
const TEXT_PAIRS: [string, string][] = [
  ...TEXTS.flatMap((text) => SURFACES.map((surface): [string, string] => [text, surface])),
  ['text', 'accent-soft'],
  ['text-muted', 'accent-soft'],
  ['accent-text', 'accent-soft'],
  ['text', 'danger-soft'],
  ['text-muted', 'danger-soft'],
  ['danger', 'danger-soft'],
  ['accent-contrast', 'accent'],
  ['accent-contrast', 'accent-hover'],
  ['surface', 'danger'],
  ['surface', 'success'],
  ['surface', 'warning'],
  ['surface', 'text'],
];
const EDGE_PAIRS: [string, string][] = [
  ...SURFACES.flatMap((surface): [string, string][] => [
    ['focus-ring', surface],
    ['border-strong', surface],
    ['accent', surface],
  ]),
  ['focus-ring', 'accent-soft'],
  ['focus-ring', 'danger-soft'],
];

describe.each(THEMES.flatMap((theme) => SCHEMES.map((scheme) => ({ theme, scheme }))))(
  'contrast, $theme theme, $scheme scheme',
  ({ theme, scheme }) => {
    const tokens = tokensOf(theme, scheme);
    const measure = (pair: [string, string]): number => contrast(resolve(tokens, pair[0]), resolve(tokens, pair[1]));

    it.each(TEXT_PAIRS)('text %s on %s has at least 4.5', (...pair) => {
      expect(measure(pair)).toBeGreaterThanOrEqual(4.5);
    });

    it.each(INITIALS_HUES)('initials of the hue %i have at least 4.5', (hue) => {
      const color = (name: string): string => `oklch(${resolve(tokens, name)} ${hue})`;
      expect(contrast(color('initials-strong'), color('initials-soft'))).toBeGreaterThanOrEqual(4.5);
    });

    it.each(EDGE_PAIRS)('edge %s on %s has at least 3', (...pair) => {
      expect(measure(pair)).toBeGreaterThanOrEqual(3);
    });
  },
);

it('white text on the hex of each scheme has at least 4.5', () => {
  for (const scheme of SCHEMES) {
    expect(contrast(resolve(tokensOf('light', scheme), 'accent-9'), 'oklch(1 0 0)')).toBeGreaterThanOrEqual(4.5);
  }
});
