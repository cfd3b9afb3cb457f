import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { TRAY_STATES, type TrayState } from '../desktop/main/core/call-indicators.ts';
import { ROOT } from './stack.ts';

/** Folder of the generated tray images; its folder `source` contains what they are drawn from. */
export const TRAY_DIR = join(ROOT, 'resources', 'tray');

/** The bar behind the icon. macOS colours `template` itself. */
export type TrayTheme = 'light' | 'dark' | 'template';

const BASE_PX = 16;
/** Scale factors that Electron finds by the suffix of the file (electronjs.org/docs/latest/api/native-image). */
const SCALES = [1, 1.25, 1.5, 2, 3];
const TEMPLATE_SCALES = [1, 2];
/** Sizes that Windows picks from by the scale of the display. */
const ICO_SIZES_PX = [16, 20, 24, 32, 48];

/** Draws every file of the tray: its name and its bytes. */
export async function drawTrayFiles(): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const state of TRAY_STATES) {
    for (const theme of ['light', 'dark'] as const) {
      for (const scale of SCALES)
        files.set(`${state}-${theme}${suffixOf(scale)}.png`, await drawPng(state, theme, BASE_PX * scale));
      files.set(`${state}-${theme}.ico`, await drawIco(state, theme));
    }
    for (const scale of TEMPLATE_SCALES)
      files.set(`${state}Template${suffixOf(scale)}.png`, await drawPng(state, 'template', BASE_PX * scale));
  }
  return files;
}

/** Returns the pixels of a state at a size, as red, green, blue and alpha, row by row. */
export async function drawPixels(state: TrayState, theme: TrayTheme, sizePx: number): Promise<Buffer> {
  return render(state, theme, sizePx).raw().toBuffer();
}

function suffixOf(scale: number): string {
  return scale === 1 ? '' : `@${scale}x`;
}

async function drawPng(state: TrayState, theme: TrayTheme, sizePx: number): Promise<Buffer> {
  return render(state, theme, sizePx).png({ compressionLevel: 9 }).toBuffer();
}

function render(state: TrayState, theme: TrayTheme, sizePx: number): Sharp {
  const source = (name: string): string => readFileSync(join(TRAY_DIR, 'source', name), 'utf8');
  const svg = source(`${state}.svg`).replace('</title>', `</title><style>${source(`${theme}.css`)}</style>`);
  // At 72 dots per inch, a unit of the drawing is one pixel.
  const density = (72 * sizePx) / BASE_PX;
  return sharp(Buffer.from(svg), { density }).resize(sizePx, sizePx).ensureAlpha();
}

/** An icon file with uncompressed images, which every part of Windows reads. Format: [MS-ICO], BITMAPINFOHEADER. */
async function drawIco(state: TrayState, theme: TrayTheme): Promise<Buffer> {
  const images = await Promise.all(
    ICO_SIZES_PX.map(async (sizePx) => toBitmap(await drawPixels(state, theme, sizePx), sizePx)),
  );
  const header = Buffer.alloc(6 + 16 * images.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(images.length, 4);
  let offset = header.length;
  for (const [index, image] of images.entries()) {
    const at = 6 + 16 * index;
    const sizePx = ICO_SIZES_PX[index] ?? 0;
    header.writeUInt8(sizePx, at);
    header.writeUInt8(sizePx, at + 1);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(image.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += image.length;
  }
  return Buffer.concat([header, ...images]);
}

/** A bitmap of an icon: header, rows from the bottom up as blue, green, red and alpha, then an empty mask. */
function toBitmap(pixels: Buffer, sizePx: number): Buffer {
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(sizePx, 4);
  // The height counts the mask as well.
  header.writeInt32LE(sizePx * 2, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(32, 14);
  const rows: Buffer[] = [];
  for (let y = sizePx - 1; y >= 0; y -= 1) {
    const row = Buffer.from(pixels.subarray(y * sizePx * 4, (y + 1) * sizePx * 4));
    for (let at = 0; at < row.length; at += 4) row.subarray(at, at + 3).reverse();
    rows.push(row);
  }
  const maskRowBytes = Math.ceil(sizePx / 32) * 4;
  return Buffer.concat([header, ...rows, Buffer.alloc(maskRowBytes * sizePx)]);
}
