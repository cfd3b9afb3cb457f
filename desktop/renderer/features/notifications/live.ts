import type { QueryClient } from '@tanstack/react-query';
import type { NotificationView } from '#shared/api/notifications.ts';
import type { LiveBinding } from '../../lib/live/live-link.ts';
import { queueMissedToast } from '../../lib/live/missed-toasts.ts';
import { onceATick } from '../../lib/live/once-a-tick.ts';
import { unreadQuery } from './api/queries.ts';
import { refreshLists } from './rows.ts';

/** Updates the unread count, refreshes the lists on screen and shows alerts as toasts. Returns the unbind function. */
export function bindNotifications({ link, client }: LiveBinding): () => void {
  const refresh = onceATick(() => void refreshLists(client));
  return link.subscribe('notification', (push) => {
    const { view, unread, isAlert } = push;
    client.setQueryData(unreadQuery.queryKey, unread);
    refresh();
    if (!view || !isAlert) return;
    if ('isMissed' in push) queueMissedToast({ kind: 'notification', show: () => showToast(client, view) });
    else showToast(client, view);
  });
}

/** Shows a toast. Its code loads with the first one; without a network there is none. */
function showToast(client: QueryClient, view: NotificationView): void {
  import('./alert-toast.ts').then(
    ({ showAlert }) => showAlert(client, view),
    () => undefined,
  );
}
