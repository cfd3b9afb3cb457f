import { FILE_LIMITS } from './limits.ts';

/** Pixels per edge. */
interface Size {
  width: number;
  height: number;
}

/**
 * Returns the largest size in which pages show an image, with its proportions; see `FILE_LIMITS.imageShownMaxPixels`.
 * An image that is small enough keeps its size.
 */
export function shownSizeOf({ width, height }: Size): Size {
  const { imageShownMaxPixels, imageLongMaxPixels, imageLongEdgePx, webpMaxEdgePx } = FILE_LIMITS;
  const within = (pixels: number): number => Math.sqrt(pixels / (width * height));
  const long = Math.min(imageLongEdgePx / Math.min(width, height), within(imageLongMaxPixels));
  const scale = Math.min(1, Math.max(within(imageShownMaxPixels), long), webpMaxEdgePx / Math.max(width, height));
  return { width: Math.max(1, Math.floor(width * scale)), height: Math.max(1, Math.floor(height * scale)) };
}
