import { Lock } from 'lucide-react';

/** Marks a setting that cannot be changed, because the policy of the computer sets it. */
export function ManagedNote() {
  return (
    <span className="inline-flex items-baseline gap-1.5 text-small text-text-muted">
      <Lock className="size-3.5 shrink-0 self-center" aria-hidden />
      Managed by your institution
    </span>
  );
}
