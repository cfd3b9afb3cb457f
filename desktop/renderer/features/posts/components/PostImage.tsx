import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { lazily } from '../../../lib/lazily.tsx';
import { useFailedImage } from '../../../ui/use-failed-image.ts';

const Dialog = lazily(async () => (await import('../../../ui/Dialog.tsx')).Dialog);

interface PostImageProps {
  src: string;
  alt: string | null;
  /** Name of the author, for the title of the dialog. */
  authorName: string;
}

/** The image of a post in a box of fixed shape, so that the layout does not shift; a click shows the whole image. */
export function PostImage({ src, alt, authorName }: PostImageProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [hasFailed, onError] = useFailedImage(src);
  const box = 'mt-3 block aspect-[16/10] w-full overflow-hidden rounded-lg border border-border bg-surface-sunken';
  if (hasFailed) {
    return (
      <div className={`${box} flex flex-col items-center justify-center gap-2 p-6 text-center text-text-muted`}>
        <ImageOff className="size-5" />
        <span>{alt ?? 'This image could not be loaded.'}</span>
      </div>
    );
  }
  return (
    <>
      <button
        type="button"
        aria-label={alt ? `Show the whole image: ${alt}` : 'Show the whole image'}
        onClick={() => setIsOpen(true)}
        className={`${box} cursor-zoom-in`}
      >
        <img
          src={src}
          alt={alt ?? ''}
          loading="lazy"
          decoding="async"
          onError={onError}
          className="size-full object-cover"
        />
      </button>
      {isOpen && (
        <Dialog
          onClose={() => setIsOpen(false)}
          size="lg"
          title={`Image by ${authorName}`}
          {...(alt ? { description: alt } : {})}
        >
          <img src={src} alt={alt ?? ''} className="mx-auto max-h-[70dvh] rounded-md object-contain" />
        </Dialog>
      )}
    </>
  );
}
