import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import {
  notificationEndpoints,
  type NotificationCategory,
  type NotificationFilter,
  type NotificationPriority,
} from '#shared/api/notifications.ts';
import { call, callPage } from '../../../lib/api.ts';

/** The path that the cached lists stand under. */
export const NOTIFICATIONS_PATH = notificationEndpoints.listNotifications.path;

/** Which notifications are shown; empty text for no narrowing. */
export interface ListFilter {
  filter: NotificationFilter;
  category: NotificationCategory | '';
  priority: NotificationPriority | '';
  /** Opens one group, each of its notifications alone. */
  groupKey?: string | undefined;
}

/** The pages of one list, the latest first. */
export function notificationsQuery({ filter, category, priority, groupKey }: ListFilter) {
  return infiniteQueryOptions({
    queryKey: [NOTIFICATIONS_PATH, { filter, category, priority, groupKey: groupKey ?? '' }] as const,
    queryFn: ({ pageParam, signal }) =>
      callPage(
        notificationEndpoints.listNotifications,
        {
          query: {
            filter,
            ...(category !== '' && { category }),
            ...(priority !== '' && { priority }),
            ...(groupKey !== undefined && { groupKey }),
            ...(pageParam !== undefined && { cursor: pageParam }),
          },
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

/** How many are unread. */
export const unreadQuery = queryOptions({
  queryKey: [notificationEndpoints.countUnread.path],
  queryFn: ({ signal }) => call(notificationEndpoints.countUnread, {}, { signal }),
});

/** Which ways notifications take. */
export const notificationPreferencesQuery = queryOptions({
  queryKey: [notificationEndpoints.getNotificationPreferences.path],
  queryFn: ({ signal }) => call(notificationEndpoints.getNotificationPreferences, {}, { signal }),
});
