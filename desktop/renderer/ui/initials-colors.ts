import clsx from 'clsx';
import type { CSSProperties } from 'react';

/** Hues of the initials of members, in degrees; tokens.css has the lightness and chroma of each theme. */
export const INITIALS_HUES = [20, 60, 105, 150, 195, 235, 285, 335] as const;

/**
 * Returns the class and style of a member's initials: one of eight quiet hues by the last digit of the id, which is
 * random; grey without an id. The accent is not among them, since it marks what can be pressed.
 */
export function initialsColors(
  id: string | null | undefined,
  className: string,
): { className: string; style?: CSSProperties } {
  const hue = INITIALS_HUES[Number.parseInt(id?.at(-1) ?? '', 16) % INITIALS_HUES.length];
  if (hue === undefined) return { className: clsx(className, 'bg-surface-sunken text-text-muted') };
  return { className: clsx(className, 'initials'), style: { '--initials-hue': hue } as CSSProperties };
}
