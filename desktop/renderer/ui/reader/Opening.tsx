import { Spinner } from '../Spinner.tsx';

/** Shown while a file is opened; invisible at first, so that it does not flash. */
export function Opening() {
  return (
    <div role="status" className="flex min-h-40 flex-1 animate-late items-center justify-center gap-2 text-text-muted">
      <Spinner />
      Opening…
    </div>
  );
}
