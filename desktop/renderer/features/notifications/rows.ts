import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { NotificationFilter, NotificationInput, NotificationView } from '#shared/api/notifications.ts';
import type { ClientPage } from '../../lib/api.ts';
import { NOTIFICATIONS_PATH, unreadQuery, type ListFilter } from './api/queries.ts';

/** A cached list. */
export type Pages = InfiniteData<ClientPage<NotificationView>>;

/**
 * Whether a notification stands in a list. One that was read just now stays among the unread until they are fetched
 * again, so that nothing jumps away.
 */
function belongs({ done, snoozedUntil }: NotificationView, filter: NotificationFilter): boolean {
  if (done || filter === 'done') return done && filter === 'done';
  const isSnoozed = snoozedUntil !== null;
  return filter === 'snoozed' ? isSnoozed : !isSnoozed;
}

/** One notification after a change of it. */
export function changed(view: NotificationView, { read, done, snoozedUntil }: NotificationInput): NotificationView {
  return {
    ...view,
    ...(read !== undefined && { read }),
    ...(done !== undefined && { done }),
    ...(snoozedUntil !== undefined && { snoozedUntil }),
  };
}

/**
 * Puts a changed notification into every cached list that shows it, or takes it out where it belongs no more; null
 * takes it out of all.
 */
export function putRow(client: QueryClient, id: string, next: NotificationView | null): void {
  for (const query of client.getQueryCache().findAll({ queryKey: [NOTIFICATIONS_PATH] })) {
    const { filter } = (query.queryKey[1] as ListFilter | undefined) ?? { filter: 'all' };
    client.setQueryData<Pages>(
      query.queryKey,
      (data) =>
        data && {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            items: page.items.flatMap((item) =>
              item.id !== id ? [item] : next && belongs(next, filter) ? [next] : [],
            ),
          })),
        },
    );
  }
}

/** Fetches the lists on screen again, and forgets the others' freshness. */
export function refreshLists(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [NOTIFICATIONS_PATH] });
}

/** Fetches the lists on screen and the number of unread ones again. */
export async function refreshNotifications(client: QueryClient): Promise<void> {
  await Promise.all([refreshLists(client), client.invalidateQueries(unreadQuery)]);
}
