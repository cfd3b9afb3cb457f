import { Search } from 'lucide-react';
import type { ReactNode } from 'react';

/** Props of {@link TopBar}. */
export interface TopBarProps {
  onSearch: () => void;
  /** The bell. */
  notifications?: ReactNode;
}

const IS_MAC = navigator.userAgent.includes('Mac');

/** Search and notifications above the page. */
export function TopBar({ onSearch, notifications }: TopBarProps) {
  return (
    <header
      data-region=""
      className="print:hidden sticky top-0 z-20 flex h-14 items-center gap-3 border-b border-border bg-surface px-4 sm:px-8"
    >
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={onSearch}
        className="flex h-9 max-w-md min-w-0 flex-1 items-center gap-2.5 rounded-md border border-border bg-surface-raised px-3 text-text-muted hover:border-border-strong"
      >
        <Search className="size-4 shrink-0" />
        <span className="flex-1 truncate text-start">Search</span>
        <kbd aria-hidden="true" className="font-sans text-xs max-sm:hidden">
          {IS_MAC ? '⌘ K' : 'Ctrl K'}
        </kbd>
      </button>
      {notifications !== undefined && <div className="ms-auto">{notifications}</div>}
    </header>
  );
}
