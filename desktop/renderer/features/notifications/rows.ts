import type { QueryClient } from '@tanstack/react-query';
import type { NotificationFilter, NotificationInput, NotificationView } from '#shared/api/notifications.ts';
import { mapItems, type PagedData } from '../../lib/http/pages.ts';
import type { ListFilter } from './api/queries.ts';

/** Whether a list shows a notification. One just read stays in the unread list until the next fetch. */
function belongs({ done, snoozedUntil }: NotificationView, filter: NotificationFilter): boolean {
  if (done || filter === 'done') return done && filter === 'done';
  const isSnoozed = snoozedUntil !== null;
  return filter === 'snoozed' ? isSnoozed : !isSnoozed;
}

/** Returns a notification with a change applied. */
export function changed(view: NotificationView, { read, done, snoozedUntil }: NotificationInput): NotificationView {
  return {
    ...view,
    ...(read !== undefined && { read }),
    ...(done !== undefined && { done }),
    ...(snoozedUntil !== undefined && { snoozedUntil }),
  };
}

/** Changes a notification in all cached lists and removes it where it no longer belongs; null removes it from all. */
export function changeRow(
  client: QueryClient,
  id: string,
  change: (row: NotificationView) => NotificationView | null,
): void {
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: ['notifications', 'list'] })) {
    const { filter } = queryKey[2] as ListFilter;
    const shown = (row: NotificationView): NotificationView | null => {
      const next = change(row);
      return next && belongs(next, filter) ? next : null;
    };
    client.setQueryData<PagedData<NotificationView>>(
      queryKey,
      (data) => data && mapItems(data, (item) => (item.id === id ? shown(item) : item)),
    );
  }
}

/** Marks all lists as stale and refetches those on screen. */
export function refreshLists(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: ['notifications', 'list'] });
}
