import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Elements } from './elements.ts';

/** A bar above the page that warns about a lasting state; `action` is one button. */
export function Banner({ children, action }: { children: ReactNode; action: Elements }) {
  return (
    <div
      role="status"
      className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-b border-border bg-surface-sunken px-4 py-1.5"
    >
      <TriangleAlert className="size-4 shrink-0 text-warning" />
      <div className="min-w-0 flex-1">{children}</div>
      {action}
    </div>
  );
}
