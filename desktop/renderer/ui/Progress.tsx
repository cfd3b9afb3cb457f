interface ProgressProps {
  /** Name for screen readers. */
  label: string;
  /** The share that is done, 0 to 1. */
  share: number;
  /** The text at 100%. */
  doneText?: string | undefined;
}

/** A progress bar with its percentage. */
export function Progress({ label, share, doneText = 'Almost done' }: ProgressProps) {
  const percent = Math.round(share * 100);
  return (
    <span className="flex items-center gap-3 text-small text-text-muted">
      <progress
        aria-label={label}
        max={100}
        value={percent}
        className="h-1.5 min-w-0 flex-1 appearance-none overflow-hidden rounded-full bg-surface-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-surface-sunken [&::-webkit-progress-value]:bg-accent"
      />
      <span className="tabular-nums">{percent === 100 ? doneText : `${String(percent)}%`}</span>
    </span>
  );
}
