import clsx from 'clsx';
import { Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

interface BannerProps {
  tone?: 'info' | 'warning' | undefined;
  children: ReactNode;
  /** One button. */
  action?: ReactNode;
}

/** A bar above the page that shows a lasting state. */
export function Banner({ tone = 'info', children, action }: BannerProps) {
  const Icon = tone === 'warning' ? TriangleAlert : Info;
  return (
    <div
      role="status"
      className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-border bg-surface-sunken px-4 py-1.5"
    >
      <Icon className={clsx('size-4 shrink-0', tone === 'warning' ? 'text-warning' : 'text-accent-text')} />
      <div className="min-w-0 flex-1">{children}</div>
      {action}
    </div>
  );
}
