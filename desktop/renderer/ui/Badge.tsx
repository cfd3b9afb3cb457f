import clsx from 'clsx';
import type { ReactNode } from 'react';

/** Meaning of a badge: neutral, current or unread, or a state. */
type BadgeTone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger';

const TONES: Record<BadgeTone, string> = {
  neutral: 'bg-surface-sunken text-text-muted',
  accent: 'bg-accent-soft text-accent-text',
  success: 'bg-surface-sunken text-success',
  warning: 'bg-surface-sunken text-warning',
  danger: 'bg-danger-soft text-danger',
};

/** A word or number with a coloured background. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone | undefined; children: ReactNode }) {
  return (
    <span
      className={clsx(
        'inline-flex h-5 items-center gap-1 rounded-full px-2 text-xs font-medium whitespace-nowrap',
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}
