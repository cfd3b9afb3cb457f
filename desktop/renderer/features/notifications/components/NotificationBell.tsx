import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { Popover } from 'radix-ui';
import { lazy, Suspense, useEffect, useState } from 'react';
import { readBridge } from '../../../lib/bridge.ts';
import { setTitleCount } from '../../../lib/page-title.ts';
import { iconButtonClasses } from '../../../ui/button-classes.ts';
import { renewPush } from '../push.ts';
import { unreadQuery } from '../api/queries.ts';
import { NotificationSkeleton } from './NotificationSkeleton.tsx';

const NotificationPanel = lazy(() => import('./NotificationPanel.tsx').then((module) => ({ default: module.NotificationPanel })));

/** The bell with the live number of unread notifications, which the window's title and the desktop's badge carry as well, and the panel it opens. */
export function NotificationBell({ userId }: { userId: string }) {
  const { data } = useQuery(unreadQuery);
  const [isOpen, setIsOpen] = useState(false);
  const [isLarge, setIsLarge] = useState(false);
  const count = data?.total ?? 0;

  useEffect(() => {
    setTitleCount(count);
    readBridge()?.setBadge(count).catch(() => undefined);
  }, [count]);
  useEffect(() => {
    // A browser that refuses now is asked again at the next start.
    renewPush(userId).catch(() => undefined);
  }, [userId]);
  useEffect(
    () => () => {
      setTitleCount(0);
      readBridge()?.setBadge(0).catch(() => undefined);
    },
    [],
  );

  return (
    // Not modal: a modal one would write a style element, which the CSP refuses.
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger aria-label={count > 0 ? `Notifications, ${String(count)} unread` : 'Notifications'} className={`relative ${iconButtonClasses('ghost', 'md')}`}>
        <Bell aria-hidden="true" className="size-4.5" />
        {count > 0 && (
          <span aria-hidden="true" className="pointer-events-none absolute -end-1 -top-0.5 min-w-4.5 rounded-full bg-accent px-1 text-center text-[0.6875rem] leading-4.5 font-semibold text-accent-contrast">
            {count > 99 ? '99+' : count}
          </span>
        )}
      </Popover.Trigger>
      <span role="status" className="sr-only">
        {data !== undefined && (count === 0 ? 'No unread notifications' : `${String(count)} unread ${count === 1 ? 'notification' : 'notifications'}`)}
      </span>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-labelledby="notifications-title"
          onOpenAutoFocus={(event) => {
            event.preventDefault();
            (event.currentTarget as HTMLElement).focus();
          }}
          // A page that arrives late takes focus to its heading; the panel stays until it is closed.
          onFocusOutside={(event) => event.preventDefault()}
          onKeyDown={(event) => {
            if (event.key === 'j' && event.target === event.currentTarget) event.currentTarget.querySelector('article')?.focus();
          }}
          className={`z-30 flex max-h-(--radix-popover-content-available-height) max-w-(--radix-popover-content-available-width) animate-rise flex-col overflow-hidden rounded-lg border border-border bg-surface-raised shadow-overlay outline-none ${
            isLarge ? 'h-(--radix-popover-content-available-height) w-[45rem]' : 'w-[27.5rem]'
          }`}
        >
          <Suspense fallback={<NotificationSkeleton />}>
            <NotificationPanel isLarge={isLarge} onSizeChange={setIsLarge} onClose={() => setIsOpen(false)} />
          </Suspense>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
