import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { connectionEndpoints } from '#shared/api/connections.ts';
import { eventEndpoints } from '#shared/api/events.ts';
import {
  notificationEndpoints,
  type MutedSource,
  type NotificationCategory,
  type NotificationChannel,
  type NotificationInput,
  type NotificationPreferencesInput,
  type NotificationView,
} from '#shared/api/notifications.ts';
import { call } from '../../../lib/http/api.ts';
import { showUntilStored } from '../../../lib/http/local-writes.ts';
import { liveLink } from '../../../lib/live/live.ts';
import { sessionQuery } from '../../../lib/me.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { changed, changeRow } from '../rows.ts';
import { notificationPreferencesQuery, unreadQuery } from './queries.ts';

/** The queries that a change of notifications invalidates. */
const invalidates = [['notifications', 'list'], unreadQuery.queryKey] as const;
const withPreferences = [...invalidates, notificationPreferencesQuery.queryKey] as const;

/** Changes a row of the lists until the request has ended; then they are fetched again. */
function show(client: QueryClient, id: string, change: (row: NotificationView) => NotificationView | null) {
  return showUntilStored(client, () => changeRow(client, id, change));
}

/** Ends what {@link show} shows. */
const onSettled = (...[, , , end]: [unknown, unknown, unknown, (() => void)?]): void => end?.();

/** A change of one notification, or of its group when it has one. */
interface RowChange {
  view: NotificationView;
  change: Omit<NotificationInput, 'isGroup'>;
}

/** Changes a notification or its whole group; updates the lists optimistically. */
export function useEditNotification() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ view: { id, count }, change }: RowChange) =>
      call(notificationEndpoints.editNotification, {
        params: { id },
        body: { ...change, ...(count > 1 && { isGroup: true }) },
      }),
    onMutate: ({ view, change }) => show(client, view.id, (row) => changed(row, change)),
    onSettled,
    meta: { action: 'change the notification', invalidates },
  });
}

/** Deletes a notification or its whole group; updates the lists optimistically. */
export function useRemoveNotification() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, count }: NotificationView) =>
      call(notificationEndpoints.removeNotification, { params: { id }, query: count > 1 ? { isGroup: 'true' } : {} }),
    onMutate: ({ id }) => show(client, id, () => null),
    onSettled,
    meta: { action: 'delete the notification', invalidates },
  });
}

/** Restores a deleted notification. */
export function useRestoreNotification() {
  return useMutation({
    mutationFn: ({ id }: NotificationView) => call(notificationEndpoints.restoreNotification, { params: { id } }),
    meta: { action: 'restore the notification', invalidates },
  });
}

/** Mutes or unmutes the source of a notification. */
export function useSetMuted() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ view: { id }, isMuted }: { view: NotificationView; isMuted: boolean }) =>
      call(isMuted ? notificationEndpoints.muteSource : notificationEndpoints.unmuteSource, { params: { id } }),
    onMutate: ({ view, isMuted }) => show(client, view.id, (row) => ({ ...row, isMuted })),
    onSettled,
    meta: { action: 'change the muting', invalidates: withPreferences },
  });
}

/** Unmutes a source by its id. */
export function useUnmute() {
  return useMutation({
    mutationFn: (query: Omit<MutedSource, 'title'>) => call(notificationEndpoints.unmute, { query }),
    meta: { action: 'unmute it', invalidates: withPreferences },
  });
}

/** Marks all notifications up to `upToId` as read; `undo` is the `readAt` of a call to revert. */
export function useReadAll() {
  const mutation = useMutation({
    mutationFn: (body: { category?: NotificationCategory; upToId?: string; undo?: string }) =>
      call(notificationEndpoints.readAll, { body }),
    // Not at the call, because the panel may be closed before the response.
    onSuccess: ({ updated, readAt }, { undo }) => {
      if (undo !== undefined) return;
      if (updated === 0) toast({ title: 'No unread notifications' });
      else
        toast({
          title: 'All marked as read',
          action: { label: 'Undo', onSelect: () => mutation.mutate({ undo: readAt }) },
        });
    },
    meta: { action: 'mark all as read', invalidates },
  });
  return mutation;
}

/** An answer to the request or the offered seat of a notification. */
interface RowAnswer {
  view: NotificationView;
  status: 'accepted' | 'rejected';
}

/** Accepts or declines the connection request of a notification. */
export function useAnswerConnection() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ view: { sourceId }, status }: RowAnswer) => {
      const id = sourceId ?? '';
      await call(connectionEndpoints.answerConnection, { params: { id }, body: { status } });
      void liveLink.emit('connection-update', { id });
    },
    onMutate: ({ view }) => show(client, view.id, (row) => ({ ...row, canAnswer: false, read: true })),
    onSettled,
    meta: {
      action: 'answer the request',
      invalidates: [...invalidates, ['connections'], ['users'], sessionQuery.queryKey],
    },
  });
}

/** Confirms the offered seat of a notification, or gives it up. */
export function useAnswerSeat() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ view: { sourceId }, status }: RowAnswer): Promise<void> => {
      const params = { id: sourceId ?? '' };
      await (status === 'accepted'
        ? call(eventEndpoints.answerEvent, { params, body: { status: 'going' } })
        : call(eventEndpoints.leaveEvent, { params }));
    },
    onMutate: ({ view }) => show(client, view.id, (row) => ({ ...row, canAnswer: false, read: true })),
    onSettled,
    meta: { action: 'change your seat', invalidates: [...invalidates, ['events']] },
  });
}

/** Sends a test notification by one channel. */
export function useSendTest() {
  return useMutation({
    mutationFn: (channel: NotificationChannel) => call(notificationEndpoints.sendTest, { body: { channel } }),
    meta: { action: 'send the test' },
  });
}

/** Changes the notification settings; the fields that show them use `useNotificationPreferences`. */
export function useEditPreferences() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: NotificationPreferencesInput) =>
      call(notificationEndpoints.editNotificationPreferences, { body }),
    onSuccess: (saved) => client.setQueryData(notificationPreferencesQuery.queryKey, saved),
    meta: { action: 'save your notification settings' },
  });
}
