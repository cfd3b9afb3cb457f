import clsx from 'clsx';

/** Where a dialog appears: in the middle, or with its upper edge at a fixed height whatever its content. */
export type DialogPlacement = 'center' | 'top';

/** Widths of 440, 560 and 800 px; `full` is as high as the window and at most 1,200 px wide. */
export type DialogSize = 'sm' | 'md' | 'lg' | 'full';

const WIDTHS: Record<DialogSize, string> = {
  sm: 'max-w-[27.5rem]',
  md: 'max-w-[35rem]',
  lg: 'max-w-[50rem]',
  full: 'h-[calc(100dvh-1.5rem)] max-w-[75rem]',
};

const PLACEMENTS: Record<DialogPlacement, string> = {
  center: 'top-1/2 max-h-[min(85dvh,48rem)] -translate-y-1/2',
  top: 'top-[12dvh] max-h-[min(80dvh,48rem)]',
};

/** The classes of a dialog's box. */
export function dialogClasses(size: DialogSize, placement: DialogPlacement): string {
  const place = size === 'full' ? 'top-3' : PLACEMENTS[placement];
  return clsx(
    'fixed inset-x-3 z-50 mx-auto flex animate-appear flex-col rounded-lg border border-border bg-surface-raised shadow-overlay',
    WIDTHS[size],
    place,
  );
}
