import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { connectionEndpoints } from '#shared/api/connections.ts';
import { eventEndpoints } from '#shared/api/events.ts';
import {
  notificationEndpoints,
  type NotificationCategory,
  type NotificationChannel,
  type NotificationInput,
  type NotificationPreferences,
  type NotificationPreferencesInput,
  type NotificationView,
} from '#shared/api/notifications.ts';
import { call } from '../../../lib/api.ts';
import { liveLink } from '../../../lib/live.ts';
import { invalidatePath } from '../../../lib/query-client.ts';
import { changed, putRow, refreshNotifications } from '../rows.ts';
import { notificationPreferencesQuery } from './queries.ts';

/** What a member does with notifications; a group goes as one. Errors as call's. */
export interface NotificationWrites {
  edit: (view: NotificationView, change: Omit<NotificationInput, 'isGroup'>) => Promise<void>;
  remove: (view: NotificationView) => Promise<void>;
  restore: (view: NotificationView) => Promise<void>;
  setMuted: (view: NotificationView, isMuted: boolean) => Promise<void>;
  /** Reads what was on screen when `upToId` was the latest; the answer takes it back. */
  readAll: (input: {
    category?: NotificationCategory;
    upToId?: string;
  }) => Promise<{ updated: number; undo: () => Promise<void> }>;
  /** Answers the request that a notification tells of. */
  answer: (view: NotificationView, status: 'accepted' | 'rejected') => Promise<void>;
  /** Confirms the held seat that a notification tells of, or gives it up. */
  answerSeat: (view: NotificationView, status: 'accepted' | 'rejected') => Promise<void>;
  /** Lets what is about a source come again. */
  unmute: (source: { sourceType: string; sourceId: string }) => Promise<void>;
  sendTest: (channel: NotificationChannel) => Promise<void>;
  editPreferences: (change: NotificationPreferencesInput) => Promise<NotificationPreferences>;
}

function createWrites(client: QueryClient): NotificationWrites {
  /** Whatever comes of it, the lists then show what the server says. */
  const settle = async <Value>(work: Promise<Value>): Promise<Value> => {
    try {
      return await work;
    } finally {
      void refreshNotifications(client);
    }
  };
  return {
    async edit(view, change) {
      putRow(client, view.id, changed(view, change));
      await settle(
        call(notificationEndpoints.editNotification, {
          params: { id: view.id },
          body: { ...change, ...(view.count > 1 && { isGroup: true }) },
        }),
      );
    },
    async remove(view) {
      putRow(client, view.id, null);
      await settle(
        call(notificationEndpoints.removeNotification, {
          params: { id: view.id },
          query: view.count > 1 ? { isGroup: 'true' } : {},
        }),
      );
    },
    async restore({ id }) {
      await settle(call(notificationEndpoints.restoreNotification, { params: { id } }));
    },
    async setMuted(view, isMuted) {
      putRow(client, view.id, { ...view, isMuted });
      await settle(
        call(isMuted ? notificationEndpoints.muteSource : notificationEndpoints.unmuteSource, {
          params: { id: view.id },
        }),
      );
      void client.invalidateQueries(notificationPreferencesQuery);
    },
    async readAll(input) {
      const { updated, readAt } = await settle(call(notificationEndpoints.readAll, { body: input }));
      return {
        updated,
        undo: async () => void (await settle(call(notificationEndpoints.readAll, { body: { undo: readAt } }))),
      };
    },
    async answer(view, status) {
      const id = view.sourceId ?? '';
      putRow(client, view.id, { ...view, canAnswer: false, read: true });
      try {
        await settle(call(connectionEndpoints.answerConnection, { params: { id }, body: { status } }));
        void liveLink.emit('connection-update', { id });
      } finally {
        for (const path of [connectionEndpoints.listConnections.path, '/api/user', '/api/users'])
          void invalidatePath(client, path);
      }
    },
    async answerSeat(view, status) {
      const params = { id: view.sourceId ?? '' };
      putRow(client, view.id, { ...view, canAnswer: false, read: true });
      try {
        await settle(
          status === 'accepted'
            ? call(eventEndpoints.answerEvent, { params, body: { status: 'going' } })
            : call(eventEndpoints.leaveEvent, { params }),
        );
      } finally {
        void invalidatePath(client, eventEndpoints.listEvents.path);
      }
    },
    async unmute({ sourceType, sourceId }) {
      await settle(call(notificationEndpoints.unmute, { query: { sourceType, sourceId } }));
      await client.invalidateQueries(notificationPreferencesQuery);
    },
    sendTest: (channel) => call(notificationEndpoints.sendTest, { body: { channel } }),
    async editPreferences(change) {
      const saved = await call(notificationEndpoints.editNotificationPreferences, { body: change });
      client.setQueryData(notificationPreferencesQuery.queryKey, saved);
      return saved;
    },
  };
}

/** The writes over the app's cache. */
export function useNotificationWrites(): NotificationWrites {
  const client = useQueryClient();
  return useMemo(() => createWrites(client), [client]);
}
