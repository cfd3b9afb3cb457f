import { queryOptions } from '@tanstack/react-query';
import {
  notificationEndpoints,
  type NotificationCategory,
  type NotificationFilter,
  type NotificationPriority,
} from '#shared/api/notifications.ts';
import { call, callPage } from '../../../lib/http/api.ts';
import { pagesQuery } from '../../../lib/http/pages.ts';

/** The filters of a list; an empty string for no filter. */
export interface ListFilter {
  filter: NotificationFilter;
  category: NotificationCategory | '';
  priority: NotificationPriority | '';
  /** Lists the notifications of one group. */
  groupKey?: string | undefined;
}

/** The pages of a list, newest first. */
export function notificationsQuery({ filter, category, priority, groupKey }: ListFilter) {
  const key = { filter, category, priority, groupKey: groupKey ?? '' };
  return pagesQuery(['notifications', 'list', key], (cursor, options) => {
    const query = {
      filter,
      ...(category !== '' && { category }),
      ...(priority !== '' && { priority }),
      ...(groupKey !== undefined && { groupKey }),
      ...cursor,
    };
    return callPage(notificationEndpoints.listNotifications, { query }, options);
  });
}

/** The number of unread notifications. */
export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'] as const,
  queryFn: ({ signal }) => call(notificationEndpoints.countUnread, {}, { signal }),
});

/** The user's notification settings. */
export const notificationPreferencesQuery = queryOptions({
  queryKey: ['notifications', 'preferences'] as const,
  queryFn: ({ signal }) => call(notificationEndpoints.getNotificationPreferences, {}, { signal }),
});
