import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { TRAY_STATES } from '../desktop/main/core/call-indicators.ts';
import { drawPixels, drawTrayFiles, TRAY_DIR, type TrayTheme } from './tray-images.ts';

/** Rounding may differ between processors by this much of 255. */
const ROUNDING = 2;
/** Two states differ in at least this share of the 256 pixels of the smallest image. */
const DIFFERENT_PIXELS = 0.1;

const THEMES: TrayTheme[] = ['light', 'dark', 'template'];

it('the files are those that npm run tray-icons draws', async () => {
  const drawn = await drawTrayFiles();
  const stored = readdirSync(TRAY_DIR).filter((name) => name !== 'source');
  expect(stored.toSorted()).toEqual([...drawn.keys()].toSorted());
  for (const [name, bytes] of drawn) {
    const [expected, found] = await Promise.all([
      decode(name, bytes),
      decode(name, readFileSync(join(TRAY_DIR, name))),
    ]);
    expect(found.length, name).toBe(expected.length);
    const difference = found.reduce((most, value, at) => Math.max(most, Math.abs(value - (expected[at] ?? 0))), 0);
    expect(difference, name).toBeLessThanOrEqual(ROUNDING);
  }
});

it('states differ in shape at 16 pixels, so that no one needs to see colours', async () => {
  for (const theme of THEMES) {
    const shapes = await Promise.all(
      TRAY_STATES.map(async (state) => ({ state, alpha: alphaOf(await drawPixels(state, theme, 16)) })),
    );
    for (const [index, one] of shapes.entries()) {
      for (const other of shapes.slice(index + 1)) {
        const changed = one.alpha.filter((value, at) => Math.abs(value - (other.alpha[at] ?? 0)) > 127).length;
        expect(changed / one.alpha.length, `${theme}: ${one.state} and ${other.state}`).toBeGreaterThan(
          DIFFERENT_PIXELS,
        );
      }
    }
  }
});

it('template images are black with alpha, as macOS requires', async () => {
  for (const state of TRAY_STATES) {
    const pixels = await drawPixels(state, 'template', 32);
    const isColoured = pixels.some((value, at) => at % 4 !== 3 && value !== 0 && pixels[at - (at % 4) + 3] !== 0);
    expect(isColoured, state).toBe(false);
  }
});

it('an icon file contains the five sizes, with the pixels of the images', async () => {
  const icon = readFileSync(join(TRAY_DIR, 'unread-dark.ico'));
  const sizes = Array.from({ length: icon.readUInt16LE(4) }, (_, index) => icon.readUInt8(6 + 16 * index));
  expect(sizes).toEqual([16, 20, 24, 32, 48]);
  const offset = icon.readUInt32LE(6 + 12);
  const pixels = await drawPixels('unread', 'dark', 16);
  // The last row of the image comes first, with blue before red.
  const [red, green, blue, alpha] = pixels.subarray(15 * 16 * 4);
  expect([...icon.subarray(offset + 40, offset + 44)]).toEqual([blue, green, red, alpha]);
});

/** PNG files are compared by their pixels: their compression may differ between systems. */
async function decode(name: string, bytes: Buffer): Promise<Buffer> {
  return name.endsWith('.png') ? sharp(bytes).raw().toBuffer() : bytes;
}

function alphaOf(pixels: Buffer): number[] {
  return [...pixels].filter((_value, at) => at % 4 === 3);
}
