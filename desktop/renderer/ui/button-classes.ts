import clsx from 'clsx';

/** Emphasis of a button; at most one primary per view. */
export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
/** Heights of 32, 36 and 44 px at the middle text size. */
export type ButtonSize = 'sm' | 'md' | 'lg';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-accent-contrast hover:bg-accent-hover',
  secondary: 'border border-border bg-surface-raised text-text shadow-raised hover:bg-surface-sunken',
  ghost: 'text-text-muted hover:bg-surface-sunken hover:text-text',
  danger: 'bg-danger text-surface hover:opacity-90',
};

const SIZES: Record<ButtonSize, string> = {
  sm: 'h-8 gap-1.5 px-2.5 text-small',
  md: 'h-9 gap-2 px-3.5',
  lg: 'h-11 gap-2 px-5 text-medium',
};

const SQUARES: Record<ButtonSize, string> = { sm: 'size-8', md: 'size-9', lg: 'size-11' };

function shared(variant: ButtonVariant): string {
  return clsx(
    'inline-flex shrink-0 items-center justify-center rounded-md font-medium whitespace-nowrap select-none transition-colors',
    'disabled:pointer-events-none disabled:opacity-50 aria-disabled:cursor-default aria-disabled:opacity-60',
    VARIANTS[variant],
  );
}

/** The classes of a button, for anchors and router links that look like one. */
export function buttonClasses(variant: ButtonVariant = 'secondary', size: ButtonSize = 'md'): string {
  return clsx(shared(variant), SIZES[size]);
}

/** The classes of a square button that holds one icon. */
export function iconButtonClasses(variant: ButtonVariant = 'ghost', size: ButtonSize = 'sm'): string {
  return clsx(shared(variant), SQUARES[size]);
}

/** The classes of a link inside running text. */
export const LINK_CLASSES =
  'rounded-sm font-medium text-accent-text underline decoration-1 underline-offset-2 hover:decoration-2';

/** The classes of a link that is underlined only on hover: names, titles, footers. */
export const QUIET_LINK_CLASSES = 'rounded-sm text-text underline-offset-2 hover:underline';

/** The classes of a text control. */
export const CONTROL_CLASSES =
  'w-full rounded-md border border-border-strong bg-surface-raised px-3 text-text transition-colors hover:border-text-muted focus-visible:border-accent focus-visible:outline-offset-0 disabled:bg-surface-sunken disabled:text-text-muted aria-invalid:border-danger';
