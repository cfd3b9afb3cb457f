import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';
import sharp from 'sharp';
import { shownSizeOf } from '#shared/image-size.ts';
import { FILE_LIMITS } from '#shared/limits.ts';
import { AppError } from '../../http/app-error.ts';

/** An encoded image. Sizes in pixels, `height` of one frame; `preview` is null when not requested. */
interface EncodedImage {
  bytes: Buffer;
  mime: 'image/webp';
  width: number;
  height: number;
  preview: Buffer | null;
}

/** Accepted formats by their limit of pixels. SVG is excluded because it can contain scripts. */
const FORMATS = new Map<string, Format>([
  ['image/jpeg', 'jpeg'],
  ['image/png', 'png'],
  ['image/apng', 'png'],
  ['image/webp', 'webp'],
  ['image/gif', 'gif'],
  ['image/avif', 'avif'],
]);
type Format = Exclude<keyof typeof FILE_LIMITS.imageMaxPixels, 'progressiveJpeg'>;
/** The format of the photos of many phones (HEIF with HEVC). Its decoders need a licence; libvips comes without one. */
const HEIC = /^image\/hei[cf]/;
const QUALITY = 82;

// Each decoded image is used once, so a cache only holds memory; each encoding uses one core.
sharp.cache(false);
sharp.concurrency(1);

/** What is made of an image, and how long the work on it may take, in whole seconds. */
interface Encoding {
  withPreview?: boolean;
  secondsMax?: number;
}

/**
 * Re-encodes an upload, in memory or at a path, as WebP: rotated by its EXIF orientation, in sRGB, without metadata,
 * limited by area, animation preserved. `withPreview` adds a still image of at most 480 pixels per edge. The type is
 * detected from the bytes only.
 *
 * @throws AppError BAD_TYPE for anything but a complete image, TOO_LARGE above the pixel limit of its format or when
 *   the work takes too long.
 */
export async function encodeImage(
  upload: Buffer | string,
  { withPreview = false, secondsMax = FILE_LIMITS.imageMaxSeconds }: Encoding = {},
): Promise<EncodedImage> {
  const { format, mime } = await detect(upload);
  if (HEIC.test(mime))
    throw new AppError(
      'BAD_TYPE',
      'HEIC photos cannot be shown everywhere. Save the photo as JPEG and choose it again. On an iPhone: Settings, ' +
        'Camera, Formats, “Most Compatible”.',
    );
  if (!format) throw new AppError('BAD_TYPE', 'Choose an image: JPEG, PNG, WebP, GIF or AVIF');
  try {
    const { pixelsMax, ...shown } = await checkPixels(upload, format);
    const reading = { pixelsMax, secondsMax };
    const { data, info } = await shrink(upload, { ...reading, ...shown, animated: true });
    const edge = FILE_LIMITS.previewMaxEdgePx;
    const preview = withPreview
      ? (await shrink(data, { ...reading, width: edge, height: edge, animated: false })).data
      : null;
    return { bytes: data, mime: 'image/webp', width: info.width, height: info.pageHeight ?? info.height, preview };
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof Error && /^timeout: /m.test(error.message))
      throw new AppError('TOO_LARGE', 'This image takes too long to process. Choose a smaller one.');
    throw new AppError('BAD_TYPE', 'This image is damaged. Choose another one.');
  }
}

/**
 * Makes what pages show of an image whose own bytes are stored, as {@link encodeImage}; null when it cannot be made, so
 * that the image can only be saved. `mime` is detected from the bytes.
 *
 * @throws AppError BAD_TYPE for anything but the beginning of an image.
 */
export async function deriveImage(upload: Buffer | string): Promise<{ mime: string; shown: Buffer | null }> {
  const { format } = await detect(upload);
  if (!format)
    throw new AppError(
      'BAD_TYPE',
      'This does not look like an image. If it opens on your device, put it in a ZIP file first.',
    );
  const shown = await encodeImage(upload).catch((error: unknown) => {
    if (error instanceof AppError) return null;
    throw error;
  });
  return { mime: `image/${format}`, shown: shown?.bytes ?? null };
}

async function detect(upload: Buffer | string): Promise<{ format: Format | undefined; mime: string }> {
  const type = await (typeof upload === 'string' ? fileTypeFromFile(upload) : fileTypeFromBuffer(upload));
  const mime: string = type?.mime ?? '';
  return { format: FORMATS.get(mime), mime };
}

/**
 * Returns how many pixels an image may have, and the size in which it is shown. A frame costs its pixels whatever it
 * shows, so those of all frames count: 1.3 kB of AVIF can be 40 million of one colour.
 */
async function checkPixels(
  upload: Buffer | string,
  format: Format,
): Promise<{ pixelsMax: number; width: number; height: number }> {
  // Reads only the header, whatever it claims.
  const header = await sharp(upload, { failOn: 'truncated', limitInputPixels: false, animated: true }).metadata();
  const { width, height, pageHeight = height, isProgressive } = header;
  const pixelsMax = FILE_LIMITS.imageMaxPixels[format === 'jpeg' && isProgressive ? 'progressiveJpeg' : format];
  if (width * height > pixelsMax) throw tooLarge(`${pixelsMax / 1_000_000} megapixels`);
  // An image one pixel wide passes the pixel limit but takes long, because its lines are decoded one by one.
  if (Math.max(width, pageHeight) > FILE_LIMITS.imageMaxSourceEdgePx)
    throw tooLarge(`${FILE_LIMITS.imageMaxSourceEdgePx} pixels per edge`);
  const isTurned = (header.orientation ?? 1) >= 5;
  return { pixelsMax, ...shownSizeOf(isTurned ? { width: pageHeight, height: width } : { width, height: pageHeight }) };
}

interface Shrinking {
  width: number;
  height: number;
  animated: boolean;
  pixelsMax: number;
  secondsMax: number;
}

/** The time limit ends the work itself: libvips stops at the next region of pixels, and decoders after a frame. */
function shrink(source: Buffer | string, { width, height, animated, pixelsMax, secondsMax }: Shrinking) {
  return sharp(source, { failOn: 'truncated', limitInputPixels: pixelsMax, animated })
    .autoOrient()
    .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .timeout({ seconds: secondsMax })
    .toBuffer({ resolveWithObject: true });
}

function tooLarge(limit: string): AppError {
  return new AppError('TOO_LARGE', `This image is too large: at most ${limit}. Save it smaller and choose it again.`);
}
