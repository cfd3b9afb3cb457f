import { Search } from 'lucide-react';
import type { ReactNode } from 'react';

/** Props of {@link TopBar}; what is not given is not shown, and with nothing given there is no bar. */
export interface TopBarProps {
  onSearch?: (() => void) | undefined;
  /** The bell. */
  notifications?: ReactNode;
}

/** Search and notifications over the page. */
export function TopBar({ onSearch, notifications }: TopBarProps) {
  if (!onSearch && notifications === undefined) return null;
  return (
    <header data-region="" className="sticky top-0 z-20 flex h-14 items-center gap-3 border-b border-border bg-surface px-4 sm:px-8">
      {onSearch && (
        <button
          type="button"
          onClick={onSearch}
          className="flex h-9 max-w-md flex-1 items-center gap-2.5 rounded-md border border-border bg-surface-raised px-3 text-text-muted hover:border-border-strong"
        >
          <Search aria-hidden="true" className="size-4" />
          <span className="flex-1 text-start">Search</span>
          <kbd className="font-sans text-xs">Ctrl K</kbd>
        </button>
      )}
      {notifications !== undefined && <div className="ms-auto">{notifications}</div>}
    </header>
  );
}
