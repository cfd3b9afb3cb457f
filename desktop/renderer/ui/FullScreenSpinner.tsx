import { Spinner } from './Spinner.tsx';

/** A spinner in an empty page, with a text for screen readers. */
export function FullScreenSpinner() {
  return (
    <div
      role="status"
      className="flex min-h-dvh animate-late flex-col items-center justify-center gap-3 text-text-muted"
    >
      <Spinner className="size-6 text-accent" />
      <p className="sr-only">Loading</p>
    </div>
  );
}
