import clsx from 'clsx';
import type { ReactNode } from 'react';

interface PageColumnsProps {
  children: ReactNode;
  /** The right rail: beside the page from 1100 px, below it in a narrower window. */
  aside?: ReactNode;
  /** Name of the right rail for screen readers. */
  asideLabel?: string | undefined;
  /** 'reading' is 680 px wide, 'wide' 960 px. */
  width?: 'reading' | 'wide' | undefined;
}

/** The column of a page, with an optional rail to the right. */
export function PageColumns({ children, aside, asideLabel = 'Beside this page', width = 'reading' }: PageColumnsProps) {
  return (
    <div className="mx-auto flex w-full flex-col gap-8 px-4 py-6 sm:px-8 sm:py-8 lg:flex-row lg:justify-center">
      <div className={clsx('mx-auto w-full min-w-0 lg:mx-0', width === 'reading' ? 'max-w-[680px]' : 'max-w-[960px]')}>
        {children}
      </div>
      {aside !== undefined && (
        <aside
          aria-label={asideLabel}
          data-region=""
          className="mx-auto flex w-full max-w-[680px] shrink-0 flex-col gap-4 lg:sticky lg:top-22 lg:mx-0 lg:max-h-[calc(100dvh-7rem)] lg:w-72 lg:overflow-y-auto"
        >
          {aside}
        </aside>
      )}
    </div>
  );
}
