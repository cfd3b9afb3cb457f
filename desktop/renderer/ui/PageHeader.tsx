import type { ReactNode } from 'react';

interface PageHeaderProps {
  title: ReactNode;
  /** One sentence on what the page is for. */
  text?: ReactNode;
}

/** The page's only h1, with its text and actions. */
export function PageHeader({ title, text }: PageHeaderProps) {
  return (
    <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-title leading-tight font-semibold tracking-[-0.015em]">{title}</h1>
        {text !== undefined && <p className="mt-1 text-text-muted">{text}</p>}
      </div>
    </header>
  );
}
