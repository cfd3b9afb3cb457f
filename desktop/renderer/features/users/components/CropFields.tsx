import { ImageCrop, type CropArea } from '../../../ui/ImageCrop.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { moveCrop, resizeCrop, type Size } from '../crop.ts';

interface CropFieldsProps {
  src: string;
  /** The size of the image, once it is loaded. */
  size: Size | null;
  aspect: number;
  isRound: boolean;
  crop: CropArea | undefined;
  onChange: (crop: CropArea) => void;
  onLoad: (image: HTMLImageElement) => void;
  onFail: () => void;
}

const NAMES = { x: 'From the left, in %', y: 'From the top, in %', width: 'Width, in %' } as const;

/** Chooses the visible part of an image by pointer, by arrow keys on the frame and its corners, or by numbers. */
export function CropFields({ src, size, aspect, isRound, crop, onChange, onLoad, onFail }: CropFieldsProps) {
  const set = (part: keyof typeof NAMES, value: number): void => {
    if (!crop || !size || !Number.isFinite(value)) return;
    onChange(part === 'width' ? resizeCrop(crop, { size, aspect, width: value }) : moveCrop(crop, { [part]: value }));
  };
  return (
    <div className="space-y-4">
      <div className="flex justify-center overflow-hidden rounded-md bg-surface-sunken">
        <ImageCrop crop={crop} aspect={aspect} isRound={isRound} onChange={onChange}>
          <img
            src={src}
            alt=""
            onLoad={(event) => onLoad(event.currentTarget)}
            onError={onFail}
            className="max-h-[18rem] max-w-full"
          />
        </ImageCrop>
      </div>
      <fieldset>
        <legend className="sr-only">The part that is shown</legend>
        <div className="grid grid-cols-3 gap-3">
          {(Object.keys(NAMES) as (keyof typeof NAMES)[]).map((part) => (
            <TextField
              key={part}
              label={NAMES[part]}
              type="number"
              min={0}
              max={100}
              step={1}
              value={crop ? Math.round(crop[part]) : ''}
              onChange={(value) => set(part, Number.parseFloat(value))}
            />
          ))}
        </div>
      </fieldset>
    </div>
  );
}
