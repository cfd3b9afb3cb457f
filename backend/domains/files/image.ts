import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';
import sharp from 'sharp';
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

/** Accepted formats. SVG is excluded because it can contain scripts. */
const ACCEPTED = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif', 'image/apng']);
const QUALITY = 82;
const ENCODE_SECONDS_MAX = 30;

// Each decoded image is used once, so a cache only holds memory; each encoding uses one core.
sharp.cache(false);
sharp.concurrency(1);

/**
 * Re-encodes an upload, in memory or at a path, as WebP: rotated by its EXIF orientation, without metadata, at most
 * 2,048 pixels per edge, animation preserved. `withPreview` adds a still image of at most 480 pixels. The type is
 * detected from the bytes only.
 *
 * @throws AppError BAD_TYPE for anything but a complete image, TOO_LARGE above the pixel limit.
 */
export async function encodeImage(upload: Buffer | string, { withPreview = false } = {}): Promise<EncodedImage> {
  const type = await (typeof upload === 'string' ? fileTypeFromFile(upload) : fileTypeFromBuffer(upload));
  if (!type || !ACCEPTED.has(type.mime)) {
    throw new AppError('BAD_TYPE', 'Choose an image: JPEG, PNG, WebP, GIF or AVIF');
  }
  try {
    await checkPixels(upload);
    const { data, info } = await shrink(upload, { edge: FILE_LIMITS.imageMaxEdgePx, animated: true });
    const preview = withPreview
      ? (await shrink(data, { edge: FILE_LIMITS.previewMaxEdgePx, animated: false })).data
      : null;
    return { bytes: data, mime: 'image/webp', width: info.width, height: info.pageHeight ?? info.height, preview };
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof Error && /pixel limit/i.test(error.message)) throw tooLarge(MAX_PIXELS);
    throw new AppError('BAD_TYPE', 'This image is damaged. Choose another one.');
  }
}

const MAX_PIXELS = `${FILE_LIMITS.imageMaxPixels / 1_000_000} megapixels`;
const READING = { limitInputPixels: FILE_LIMITS.imageMaxPixels, failOn: 'truncated' } as const;

async function checkPixels(upload: Buffer | string): Promise<void> {
  const { width, height, pageHeight = height } = await sharp(upload, { ...READING, animated: true }).metadata();
  if (width * height > FILE_LIMITS.imageMaxPixels) throw tooLarge(MAX_PIXELS);
  // An image one pixel wide passes the pixel limit but takes long, because its lines are decoded one by one.
  if (Math.max(width, pageHeight) > FILE_LIMITS.imageMaxSourceEdgePx)
    throw tooLarge(`${FILE_LIMITS.imageMaxSourceEdgePx} pixels per edge`);
}

function shrink(source: Buffer | string, { edge, animated }: { edge: number; animated: boolean }) {
  return sharp(source, { ...READING, animated })
    .autoOrient()
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .timeout({ seconds: ENCODE_SECONDS_MAX })
    .toBuffer({ resolveWithObject: true });
}

function tooLarge(limit: string): AppError {
  return new AppError('TOO_LARGE', `This image is too large: at most ${limit}`);
}
