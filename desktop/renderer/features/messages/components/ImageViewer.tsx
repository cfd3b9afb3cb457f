import { ChevronLeft, ChevronRight, Download } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { buttonClasses } from '../../../ui/button-classes.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { downloadUrlOf } from '../preview.ts';

/** A picture that is shown large. */
export interface ShownPicture {
  url: string;
  name: string;
  senderName: string;
}

/** Props of {@link ImageViewer}. */
export interface ImageViewerProps {
  pictures: readonly ShownPicture[];
  /** Which one is shown first. */
  first?: number;
  onClose: () => void;
}

/** Pictures in a window of their own; the arrow keys lead from one to the next. */
export function ImageViewer({ pictures, first = 0, onClose }: ImageViewerProps) {
  const [at, setAt] = useState(first);
  const picture = pictures[at];
  const move = useCallback(
    (step: number): void => setAt((now) => Math.min(Math.max(now + step, 0), pictures.length - 1)),
    [pictures.length],
  );
  useEffect(() => {
    const onKeyDown = ({ key }: KeyboardEvent): void => {
      if (key === 'ArrowLeft') move(-1);
      if (key === 'ArrowRight') move(1);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [move]);
  if (!picture) return null;
  return (
    <Dialog
      isOpen
      onOpenChange={onClose}
      size="lg"
      title={picture.name}
      description={`From ${picture.senderName}`}
      footer={
        <>
          {pictures.length > 1 && (
            <span className="me-auto flex items-center gap-1">
              <IconButton
                label="Previous picture"
                icon={<ChevronLeft aria-hidden="true" className="size-4 rtl:-scale-x-100" />}
                disabled={at === 0}
                onClick={() => move(-1)}
              />
              <span className="text-text-muted tabular-nums">
                {at + 1} of {pictures.length}
              </span>
              <IconButton
                label="Next picture"
                icon={<ChevronRight aria-hidden="true" className="size-4 rtl:-scale-x-100" />}
                disabled={at === pictures.length - 1}
                onClick={() => move(1)}
              />
            </span>
          )}
          <a href={downloadUrlOf(picture.url)} download={picture.name} className={buttonClasses('secondary')}>
            <Download aria-hidden="true" className="size-4" />
            Save
          </a>
        </>
      }
    >
      <div className="flex min-h-48 items-center justify-center">
        <img
          key={picture.url}
          src={picture.url}
          alt={picture.name}
          className="max-h-[60dvh] rounded-md object-contain"
        />
      </div>
    </Dialog>
  );
}
