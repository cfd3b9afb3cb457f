import type { NotificationView } from '#shared/api/notifications.ts';
import type { LiveBinding } from '../../lib/live-link.ts';
import { noteMissed } from '../../lib/missed-notices.ts';
import { onceATick } from '../../lib/once-a-tick.ts';
import { toast } from '../../lib/toasts.ts';
import { unreadQuery } from './api/queries.ts';
import { refreshLists } from './rows.ts';

/**
 * Takes over the number of unread ones, refreshes the lists on screen, and tells what matters now. The answer unbinds.
 * Source: decision 31.
 */
export function bindNotifications({ link, client }: LiveBinding): () => void {
  const refresh = onceATick(() => void refreshLists(client));
  return link.subscribe('notification', (push) => {
    const { view, unread, isAlert } = push;
    client.setQueryData(unreadQuery.queryKey, unread);
    refresh();
    if (!view || !isAlert) return;
    if ('isMissed' in push) noteMissed({ kind: 'notification', tell: () => tell(view) });
    else tell(view);
  });
}

function tell({ title, content, type }: NotificationView): void {
  toast({ title, description: content, ...(type === 'connection-rejected' && { variant: 'destructive' }) });
}
