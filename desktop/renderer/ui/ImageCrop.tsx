import 'react-image-crop/dist/ReactCrop.css';
import type { ReactNode } from 'react';
import { ReactCrop } from 'react-image-crop';

/** A part of an image; all numbers in percent of the image. */
export interface CropArea {
  unit: '%';
  x: number;
  y: number;
  width: number;
  height: number;
}

interface ImageCropProps {
  /** The chosen part; undefined until the image is loaded. */
  crop: CropArea | undefined;
  /** Width divided by height. */
  aspect: number;
  isRound: boolean;
  onChange: (crop: CropArea) => void;
  /** The image. */
  children: ReactNode;
}

/** A frame over an image that chooses a part of it, by pointer or by arrow keys on the frame and its corners. */
export function ImageCrop({ crop, aspect, isRound, onChange, children }: ImageCropProps) {
  return (
    <ReactCrop
      {...(crop && { crop })}
      aspect={aspect}
      circularCrop={isRound}
      keepSelection
      ruleOfThirds={!isRound}
      onChange={(_pixels, { x, y, width, height }) => onChange({ unit: '%', x, y, width, height })}
    >
      {children}
    </ReactCrop>
  );
}
