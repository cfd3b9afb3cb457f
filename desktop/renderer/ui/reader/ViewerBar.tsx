import type { ReactNode } from 'react';

/** The controls above the content of a viewer; they wrap on a narrow screen. */
export function ViewerBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div
      role="group"
      aria-label={label}
      className="flex shrink-0 flex-wrap items-center gap-x-1 gap-y-1 border-b border-border px-2 py-1.5"
    >
      {children}
    </div>
  );
}
