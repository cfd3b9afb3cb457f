import type { ReactNode } from 'react';

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  /** Why the list is empty and what will appear in it. */
  text: ReactNode;
  /** The next step: a button or link, or two. */
  action?: ReactNode;
  /** Level of the title's heading. */
  level?: 2 | 3 | undefined;
}

/** Shown instead of an empty list. */
export function EmptyState({ icon, title, text, action, level = 2 }: EmptyStateProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      <span
        aria-hidden="true"
        className="mb-4 flex size-12 items-center justify-center rounded-full bg-surface-sunken text-text-muted [&>svg]:size-5.5"
      >
        {icon}
      </span>
      <Heading className="text-base font-semibold">{title}</Heading>
      <div className="mt-1 max-w-[min(26rem,100%)] wrap-anywhere leading-relaxed text-text-muted">{text}</div>
      {action !== undefined && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
