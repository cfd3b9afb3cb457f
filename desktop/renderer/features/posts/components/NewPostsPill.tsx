import { ArrowUp } from 'lucide-react';
import { buttonClasses } from '../../../ui/button-classes.ts';

/** Tells how many posts wait above and shows them on request; nothing is put in front of the reader unasked. */
export function NewPostsPill({ count, onShow }: { count: number; onShow: () => void }) {
  return (
    <div aria-live="polite" className="pointer-events-none sticky top-16 z-10 flex h-0 justify-center">
      {count > 0 && (
        <button
          type="button"
          onClick={onShow}
          className={`${buttonClasses('primary', 'sm')} pointer-events-auto mt-2 animate-rise rounded-full! px-4! shadow-overlay`}
        >
          <ArrowUp aria-hidden="true" className="size-4" />
          {count === 1 ? '1 new post' : `${String(count)} new posts`}
        </button>
      )}
    </div>
  );
}
