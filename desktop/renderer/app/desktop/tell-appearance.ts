import type { Bridge } from '#shared/bridge/contract.ts';
import { loadAppearance } from '../../styles/appearance.ts';

/** Reads a CSS colour as red, green, blue and opacity, each 0 to 255; undefined when it cannot be read. */
export type ReadColor = (color: string) => readonly number[] | undefined;

/**
 * Tells the shell the theme and the page's ground, now and at each change, for the window's first paint; answers a
 * function that ends it.
 */
export function tellAppearance(
  page: Document,
  bridge: Pick<Bridge, 'setAppearance'>,
  readColor: ReadColor = paintAndRead,
): () => void {
  let lastTold = '';
  const tell = (): void => {
    const background = toHex(readColor(getComputedStyle(page.body).backgroundColor));
    if (background === undefined) return;
    const { theme } = loadAppearance();
    if (lastTold === theme + background) return;
    lastTold = theme + background;
    void bridge.setAppearance({ theme, background }).catch(() => {});
  };
  const observer = new MutationObserver(tell);
  observer.observe(page.documentElement, { attributeFilter: ['data-theme', 'data-scheme'] });
  tell();
  return () => observer.disconnect();
}

/** The browser writes a colour in the notation it was given, oklch here; what it paints is always in sRGB. */
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
