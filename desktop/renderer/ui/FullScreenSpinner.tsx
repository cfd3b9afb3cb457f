import { Spinner } from './Spinner.tsx';

/** A spinner in an empty page; `label` is shown below it, or only for screen readers with `isLabelHidden`. */
export function FullScreenSpinner({
  label,
  isLabelHidden = false,
}: {
  label: string;
  isLabelHidden?: boolean | undefined;
}) {
  return (
    <div
      role="status"
      className="flex min-h-dvh animate-late flex-col items-center justify-center gap-3 text-text-muted"
    >
      <Spinner className="size-6 text-accent" />
      <p className={isLabelHidden ? 'sr-only' : ''}>{label}</p>
    </div>
  );
}
