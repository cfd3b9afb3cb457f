/** The classes of a text control. */
export const CONTROL_CLASSES =
  'w-full rounded-md border border-border-strong bg-surface-raised px-3 text-text transition-colors hover:border-text-muted focus-visible:border-accent focus-visible:outline-offset-0 disabled:bg-surface-sunken disabled:text-text-muted aria-invalid:border-danger';
