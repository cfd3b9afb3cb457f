import { expect, it } from 'vitest';
import { BADGE_PX, badgeBitmap, badgeText } from './badge-image.ts';

it.each([
  [0, ''],
  [-1, ''],
  [1, '1'],
  [99, '99'],
  [100, '99+'],
  [4_000, '99+'],
])('%d is written %j', (count, text) => expect(badgeText(count)).toBe(text));

const at = (pixels: Uint8Array, x: number, y: number) =>
  Array.from(pixels.subarray((y * BADGE_PX + x) * 4, (y * BADGE_PX + x + 1) * 4));

it('draws white digits on a disc with transparent corners', () => {
  const pixels = badgeBitmap(8);
  expect(pixels).toHaveLength(BADGE_PX * BADGE_PX * 4);
  expect(at(pixels, 0, 0)).toEqual([0, 0, 0, 0]);
  expect(at(pixels, 16, 1)).toEqual([0x1f, 0x1f, 0xc4, 0xff]);
  // The upper left of the 8.
  expect(at(pixels, 11, 7)).toEqual([0xff, 0xff, 0xff, 0xff]);
});

it('differs for every number and fits on the disc', () => {
  const seen = new Set<string>();
  for (let count = 1; count <= 100; count += 1) {
    const pixels = badgeBitmap(count);
    seen.add(Buffer.from(pixels).toString('base64'));
    for (let y = 0; y < BADGE_PX; y += 1)
      expect([at(pixels, 0, y)[0], at(pixels, BADGE_PX - 1, y)[0]], `${count} at row ${y}`).not.toContain(0xff);
  }
  expect(seen.size).toBe(100);
});
