import { Bell, Search } from 'lucide-react';
import { IconButton } from '../../ui/IconButton.tsx';

/** Props of {@link TopBar}; what is not given is not shown, and with nothing given there is no bar. */
export interface TopBarProps {
  onSearch?: (() => void) | undefined;
  notifications?: { unreadCount: number; onOpen: () => void } | undefined;
}

/** Search and notifications over the page. */
export function TopBar({ onSearch, notifications }: TopBarProps) {
  if (!onSearch && !notifications) return null;
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
      {notifications && (
        <span className="relative ms-auto">
          <IconButton
            size="md"
            label={notifications.unreadCount > 0 ? `Notifications, ${String(notifications.unreadCount)} unread` : 'Notifications'}
            icon={<Bell aria-hidden="true" className="size-4.5" />}
            onClick={notifications.onOpen}
          />
          {notifications.unreadCount > 0 && (
            <span aria-hidden="true" className="pointer-events-none absolute -end-1 -top-0.5 min-w-4.5 rounded-full bg-accent px-1 text-center text-[0.6875rem] leading-4.5 font-semibold text-accent-contrast">
              {notifications.unreadCount > 99 ? '99+' : notifications.unreadCount}
            </span>
          )}
        </span>
      )}
    </header>
  );
}
