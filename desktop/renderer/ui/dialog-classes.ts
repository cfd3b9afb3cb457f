import clsx from 'clsx';

/** Where a dialog appears: in the middle, or with its upper edge at a fixed height whatever its content. */
export type DialogPlacement = 'center' | 'top';

/** Widths of 440, 560 and 800 px. */
export type DialogSize = 'sm' | 'md' | 'lg';

const WIDTHS: Record<DialogSize, string> = { sm: 'max-w-[27.5rem]', md: 'max-w-[35rem]', lg: 'max-w-[50rem]' };

const PLACEMENTS: Record<DialogPlacement, string> = {
  center: 'top-1/2 max-h-[min(85dvh,48rem)] -translate-y-1/2',
  top: 'top-[12dvh] max-h-[min(80dvh,48rem)]',
};

/** The classes of a dialog's box. */
export function dialogClasses(size: DialogSize, placement: DialogPlacement): string {
  return clsx(
    'fixed inset-x-3 z-50 mx-auto flex animate-appear flex-col rounded-lg border border-border bg-surface-raised shadow-overlay',
    WIDTHS[size],
    PLACEMENTS[placement],
  );
}
