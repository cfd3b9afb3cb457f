import { shownSizeOf } from '#shared/image-size.ts';

/** A smaller image is not worth the work of the device, as the server makes it smaller as well. In bytes. */
const WORTH_BYTES = 1024 * 1024;
/** Types of photos and screenshots. Other images may move, and what is drawn of them stands still. */
const STILL = /^image\/(?:jpeg|png|hei[cf])$/;
/** A PNG that moves says so before its pixels (PNG Specification, "acTL"). */
const HEAD_BYTES = 64 * 1024;
const QUALITY = 0.9;

/** A file is made smaller once, so that a second try sends the same bytes. */
const made = new WeakMap<File, Promise<File>>();

/**
 * Makes an image that is sent as a photo as small as pages show it, before the upload: upright, in sRGB, without
 * metadata. Returns the file itself when that is not worth it or the browser cannot do it; the server does the same.
 */
export function shrinkImage(file: File): Promise<File> {
  const smaller = made.get(file) ?? shrink(file).catch(() => file);
  made.set(file, smaller);
  return smaller;
}

async function shrink(file: File): Promise<File> {
  const isHeic = /hei[cf]$/.test(file.type);
  if (!STILL.test(file.type) || (file.size < WORTH_BYTES && !isHeic) || (await moves(file))) return file;
  const bitmap = await createImageBitmap(file);
  try {
    const shown = shownSizeOf(bitmap);
    if (shown.width === bitmap.width && !isHeic) return file;
    const canvas = document.createElement('canvas');
    Object.assign(canvas, shown);
    const context = canvas.getContext('2d');
    if (!context) return file;
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, shown.width, shown.height);
    // A PNG may be transparent.
    const type = file.type === 'image/png' ? 'image/webp' : 'image/jpeg';
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY));
    if (!blob || (blob.size >= file.size && !isHeic)) return file;
    const ending = blob.type === 'image/jpeg' ? 'jpg' : blob.type.slice('image/'.length);
    const name = `${file.name.replace(/\.[^.]*$/, '')}.${ending}`;
    return new File([blob], name, { type: blob.type, lastModified: file.lastModified });
  } finally {
    bitmap.close();
  }
}

async function moves(file: File): Promise<boolean> {
  return file.type === 'image/png' && (await file.slice(0, HEAD_BYTES).text()).includes('acTL');
}
