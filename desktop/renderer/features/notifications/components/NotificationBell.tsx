import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { readBridge } from '../../../lib/page/bridge.ts';
import { setTitleCount } from '../../../lib/page/page-title.ts';
import { iconButtonClasses } from '../../../ui/button-classes.ts';
import { renewPush } from '../push.ts';
import { unreadQuery } from '../api/queries.ts';
import { CallBackContext, type CallBack } from '../hooks/call-back.ts';

const loadPopover = async () => ({ default: (await import('./NotificationPopover.tsx')).NotificationPopover });
const NotificationPopover = lazy(loadPopover);

interface NotificationBellProps {
  userId: string;
  /** Number of conversations with unread messages, and of message requests. */
  unreadConversations: number;
  /** Calls the member whose call was missed; undefined for a user who cannot call. */
  onCallBack?: CallBack | undefined;
}

/**
 * Shows the live number of unread notifications and opens the panel. The window title and the app badge show it
 * together with the unread conversations, each of which counts once.
 */
export function NotificationBell({ userId, unreadConversations, onCallBack }: NotificationBellProps) {
  const { data } = useQuery(unreadQuery);
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const count = data?.total ?? 0;
  // The server counts no more.
  const spoken = count > 99 ? 'more than 99' : String(count);

  const shown = count - (data?.byCategory.messages ?? 0) + unreadConversations;
  useEffect(() => showCount(shown), [shown]);
  useEffect(() => () => showCount(0), []);
  useEffect(() => {
    // A failure is retried at the next start.
    renewPush(userId).catch(() => undefined);
  }, [userId]);

  const load = (): void => void loadPopover().catch(() => undefined);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={count > 0 ? `Notifications, ${spoken} unread` : 'Notifications'}
        onPointerEnter={load}
        onFocus={load}
        onClick={() => setIsOpen(!isOpen)}
        className={`relative ${iconButtonClasses('ghost', 'md')}`}
      >
        <Bell className="size-4.5" />
        {count > 0 && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute -end-1 -top-0.5 min-w-4.5 rounded-full bg-accent px-1 text-center text-tiny leading-4.5 font-semibold text-accent-contrast"
          >
            {count > 99 ? '99+' : count}
          </span>
        )}
      </button>
      <span role="status" className="sr-only">
        {data !== undefined &&
          (count === 0
            ? 'No unread notifications'
            : `${spoken} unread ${count === 1 ? 'notification' : 'notifications'}`)}
      </span>
      {isOpen && (
        <Suspense fallback={null}>
          <CallBackContext value={onCallBack}>
            <NotificationPopover button={button} onClose={() => setIsOpen(false)} />
          </CallBackContext>
        </Suspense>
      )}
    </>
  );
}

/** Shows a number in the window title and on the app's icon. */
function showCount(count: number): void {
  setTitleCount(count);
  readBridge()
    ?.setBadge(count)
    .catch(() => undefined);
}
