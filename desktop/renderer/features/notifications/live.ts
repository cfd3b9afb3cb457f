import type { NotificationView } from '#shared/api/notifications.ts';
import type { LiveBinding } from '../../lib/live-link.ts';
import { toast } from '../../lib/toasts.ts';
import { unreadQuery } from './api/queries.ts';
import { refreshLists } from './rows.ts';

/** Takes over the number of unread ones, refreshes the lists on screen, and tells what matters now. The answer unbinds. Source: decision 31. */
export function bindNotifications({ link, client }: LiveBinding): () => void {
  return link.subscribe('notification', ({ view, unread, isAlert }) => {
    client.setQueryData(unreadQuery.queryKey, unread);
    void refreshLists(client);
    if (view && isAlert) tell(view);
  });
}

function tell({ title, content, type }: NotificationView): void {
  toast({ title, description: content, ...(type === 'connection-rejected' && { variant: 'destructive' }) });
}
