import type { CropArea } from '../../ui/ImageCrop.tsx';

/** Width and height in pixels. */
export interface Size {
  width: number;
  height: number;
}

const clamp = (value: number, min: number, max: number): number => Math.min(Math.max(value, min), max);

/** Returns the maximum width, in percent, of a crop area with an aspect ratio (width / height). */
function largestWidth({ width, height }: Size, aspect: number): number {
  return Math.min(100, ((aspect * height) / width) * 100);
}

/** Returns the largest centred crop area with an aspect ratio. */
export function wholeCrop(size: Size, aspect: number): CropArea {
  const part = resizeCrop({ unit: '%', x: 0, y: 0, width: 100, height: 100 }, { size, aspect, width: 100 });
  return { ...part, x: (100 - part.width) / 2, y: (100 - part.height) / 2 };
}

/** Resizes a crop area to a width in percent; it keeps its aspect ratio and stays inside the image. */
export function resizeCrop(
  crop: CropArea,
  { size, aspect, width }: { size: Size; aspect: number; width: number },
): CropArea {
  const largest = largestWidth(size, aspect);
  const wide = clamp(width, Math.min(5, largest), largest);
  const high = (wide * size.width) / size.height / aspect;
  return moveCrop({ ...crop, width: wide, height: Math.min(100, high) }, crop);
}

/** Moves a crop area, in percent; it stays inside the image. */
export function moveCrop(crop: CropArea, { x = crop.x, y = crop.y }: { x?: number; y?: number }): CropArea {
  return { ...crop, x: clamp(x, 0, 100 - crop.width), y: clamp(y, 0, 100 - crop.height) };
}

/** Crops an image to a PNG, at most `maxWidthPx` wide. @throws Error when the browser cannot. */
export async function cropImage(image: HTMLImageElement, crop: CropArea, maxWidthPx: number): Promise<Blob> {
  const { naturalWidth, naturalHeight } = image;
  const [left, top] = [(crop.x / 100) * naturalWidth, (crop.y / 100) * naturalHeight];
  const [width, height] = [(crop.width / 100) * naturalWidth, (crop.height / 100) * naturalHeight];
  const scale = Math.min(1, maxWidthPx / width);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This image could not be cropped');
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, left, top, width, height, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('This image could not be cropped'))), 'image/png');
  });
}
