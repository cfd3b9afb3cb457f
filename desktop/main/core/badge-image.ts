/** Digits in a grid of 3 by 5, one row per number, its bits from left to right. */
const DIGITS: Readonly<Record<string, readonly number[]>> = {
  '0': [0b111, 0b101, 0b101, 0b101, 0b111],
  '1': [0b010, 0b110, 0b010, 0b010, 0b111],
  '2': [0b111, 0b001, 0b111, 0b100, 0b111],
  '3': [0b111, 0b001, 0b111, 0b001, 0b111],
  '4': [0b101, 0b101, 0b111, 0b001, 0b001],
  '5': [0b111, 0b100, 0b111, 0b001, 0b111],
  '6': [0b111, 0b100, 0b111, 0b101, 0b111],
  '7': [0b111, 0b001, 0b010, 0b010, 0b010],
  '8': [0b111, 0b101, 0b111, 0b101, 0b111],
  '9': [0b111, 0b101, 0b111, 0b001, 0b111],
  '+': [0b000, 0b010, 0b111, 0b010, 0b000],
};
const ROWS = 5;
const COLUMNS = 3;
/** Blue, green, red, opacity: the disc in the red of system badges, the digits in white. */
const DISC = [0x1f, 0x1f, 0xc4, 0xff] as const;
const TEXT = [0xff, 0xff, 0xff, 0xff] as const;

/** Width and height of {@link badgeBitmap}, in pixels. */
export const BADGE_PX = 32;

/** Returns the text of a badge; empty for 0. */
export function badgeText(count: number): string {
  if (count <= 0) return '';
  return count > 99 ? '99+' : String(count);
}

/** Draws a number on a disc, for the taskbar of Windows: 32 by 32 pixels as BGRA, 4 bytes each. */
export function badgeBitmap(count: number): Uint8Array {
  const pixels = new Uint8Array(BADGE_PX * BADGE_PX * 4);
  const set = (x: number, y: number, color: readonly number[]): void => pixels.set(color, (y * BADGE_PX + x) * 4);
  const middle = (BADGE_PX - 1) / 2;
  for (let y = 0; y < BADGE_PX; y += 1)
    for (let x = 0; x < BADGE_PX; x += 1)
      if ((x - middle) ** 2 + (y - middle) ** 2 <= (BADGE_PX / 2) ** 2) set(x, y, DISC);
  const text = badgeText(count);
  const scale = [4, 4, 3, 2][text.length] ?? 2;
  const left = Math.round((BADGE_PX - (text.length * (COLUMNS + 1) - 1) * scale) / 2);
  const top = Math.round((BADGE_PX - ROWS * scale) / 2);
  for (let y = 0; y < ROWS * scale; y += 1)
    for (let x = 0; x < text.length * (COLUMNS + 1) * scale; x += 1) {
      const column = Math.floor(x / scale) % (COLUMNS + 1);
      const row = DIGITS[text[Math.floor(x / scale / (COLUMNS + 1))] ?? '']?.[Math.floor(y / scale)] ?? 0;
      if (column < COLUMNS && (row >> (COLUMNS - 1 - column)) & 1) set(left + x, top + y, TEXT);
    }
  return pixels;
}
