import clsx from 'clsx';

/** A grey placeholder while content loads; `className` sets its size. Appears after 150 ms. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return <span aria-hidden="true" className={clsx('block animate-late rounded-md bg-surface-sunken', className)} />;
}
