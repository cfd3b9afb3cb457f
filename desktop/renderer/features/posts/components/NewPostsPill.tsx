import { ArrowUp } from 'lucide-react';
import { buttonClasses } from '../../../ui/button-classes.ts';

interface NewPostsPillProps {
  count: number;
  isLoading: boolean;
  onShow: () => void;
}

/** A button with the number of new posts; they are shown only on request, so that the feed does not move. */
export function NewPostsPill({ count, isLoading, onShow }: NewPostsPillProps) {
  return (
    <div aria-live="polite" className="pointer-events-none sticky top-16 z-10 flex h-0 justify-center">
      {count > 0 && (
        <button
          type="button"
          aria-busy={isLoading}
          onClick={isLoading ? undefined : onShow}
          className={
            `${buttonClasses('primary', 'sm')} pointer-events-auto mt-2 animate-rise rounded-full! px-4! ` +
            `shadow-overlay`
          }
        >
          <ArrowUp className="size-4" />
          <span>{count === 1 ? '1 new post' : `${String(count)} new posts`}</span>
        </button>
      )}
    </div>
  );
}
