import clsx from 'clsx';
import type { ComponentProps } from 'react';

interface CardProps extends ComponentProps<'div'> {
  as?: 'div' | 'section' | 'article' | 'aside' | 'li' | undefined;
  /** No inner space, for a card that lays out its own rows. */
  isFlush?: boolean | undefined;
}

/** A raised surface with a thin border. */
export function Card({ as = 'div', isFlush = false, className, ...rest }: CardProps) {
  // All listed elements have the same attributes; the union of their types is too wide for JSX.
  const Element = as as 'div';
  return (
    <Element
      {...rest}
      className={clsx('rounded-lg border border-border bg-surface-raised', !isFlush && 'p-4', className)}
    />
  );
}
