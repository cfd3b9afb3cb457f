import clsx from 'clsx';

/** The logo: a portico in the accent colour. Decorative; the name appears beside it. */
export function Logo({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 64 64" aria-hidden="true" className={clsx('shrink-0', className)}>
      <rect width="64" height="64" rx="15" className="fill-accent" />
      <path
        className="fill-accent-contrast"
        d="M32 11 51 22.5V26H13v-3.5zM17 30h5.5v14H17zm12.25 0h5.5v14h-5.5zM41.5 30H47v14h-5.5zM13 48h38v4.5H13z"
      />
    </svg>
  );
}
