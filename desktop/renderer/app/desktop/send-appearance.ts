import type { Bridge } from '#shared/bridge/contract.ts';
import { loadAppearance } from '../../styles/appearance.ts';

/** Reads a CSS colour as red, green, blue and opacity, each 0 to 255; undefined when it cannot be read. */
export type ReadColor = (color: string) => readonly number[] | undefined;

/**
 * Sends theme and background colour to the main process, now and at each change, for the window's first paint. Returns
 * the function that stops it.
 */
export function sendAppearance(
  page: Document,
  bridge: Pick<Bridge, 'setAppearance'>,
  readColor: ReadColor = paintAndRead,
): () => void {
  let lastSent = '';
  const send = (): void => {
    const background = toHex(readColor(getComputedStyle(page.body).backgroundColor));
    if (background === undefined) return;
    const { theme } = loadAppearance();
    if (lastSent === theme + background) return;
    lastSent = theme + background;
    void bridge.setAppearance({ theme, background }).catch(() => {});
  };
  const observer = new MutationObserver(send);
  observer.observe(page.documentElement, { attributeFilter: ['data-theme', 'data-scheme'] });
  send();
  return () => observer.disconnect();
}

/**
 * Paints the colour and reads the pixel: computed styles are in the notation of the style sheet, oklch, but pixels are
 * sRGB.
 */
function paintAndRead(color: string): readonly number[] | undefined {
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext('2d');
  if (context === null) return undefined;
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  return [...context.getImageData(0, 0, 1, 1).data];
}

/** `#rrggbb` of a colour without transparency; undefined for any other. */
function toHex(color: readonly number[] | undefined): string | undefined {
  if (color?.at(3) !== 255) return undefined;
  return `#${color
    .slice(0, 3)
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`;
}
