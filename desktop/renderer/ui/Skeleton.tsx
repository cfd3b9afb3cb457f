import clsx from 'clsx';

/** One grey shape of a page that is still loading; `className` gives its size. Appears after 150 ms. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <span aria-hidden="true" className={clsx('block animate-late rounded-md bg-surface-sunken', className)} />;
}
