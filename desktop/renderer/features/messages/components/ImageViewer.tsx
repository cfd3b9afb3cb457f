import { ChevronLeft, ChevronRight, Download } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { buttonClasses } from '../../../ui/button-classes.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { downloadUrlOf } from '../thread/preview.ts';

/** An image in the viewer; `url` saves it, `shownUrl` shows it. */
interface ViewedImage {
  url: string;
  shownUrl: string;
  name: string;
  senderName: string;
}

interface ImageViewerProps {
  images: readonly ViewedImage[];
  /** Index of the image that is shown first. */
  first?: number;
  onClose: () => void;
}

/** A dialog that shows images at full size; the arrow keys go to the previous and next image. */
export function ImageViewer({ images, first = 0, onClose }: ImageViewerProps) {
  const [at, setAt] = useState(first);
  const image = images[at];
  const move = useCallback(
    (step: number): void => setAt((now) => Math.min(Math.max(now + step, 0), images.length - 1)),
    [images.length],
  );
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent): void => {
      if (key === 'ArrowLeft') move(-1);
      if (key === 'ArrowRight') move(1);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [move]);
  if (!image) return null;
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title={image.name}
      description={`From ${image.senderName}`}
      footer={
        <>
          {images.length > 1 && (
            <span className="me-auto flex items-center gap-1">
              <IconButton
                label="Previous image"
                icon={<ChevronLeft className="size-4 rtl:-scale-x-100" />}
                disabled={at === 0}
                onClick={() => move(-1)}
              />
              <span className="text-text-muted tabular-nums">{`${at + 1} of ${images.length}`}</span>
              <IconButton
                label="Next image"
                icon={<ChevronRight className="size-4 rtl:-scale-x-100" />}
                disabled={at === images.length - 1}
                onClick={() => move(1)}
              />
            </span>
          )}
          <a href={downloadUrlOf(image.url)} download={image.name} className={buttonClasses('secondary')}>
            <Download className="size-4" />
            Save
          </a>
        </>
      }
    >
      <div className="flex min-h-48 items-center justify-center">
        <img
          key={image.url}
          src={image.shownUrl}
          alt={image.name}
          className="max-h-[60dvh] rounded-md object-contain"
        />
      </div>
    </Dialog>
  );
}
