import { NOTIFICATION_LIMITS } from '#shared/limits.ts';
import type { NotificationChange, NotificationRules } from '../../db/notification-draft.ts';
import { read, type Reader } from '../../db/read.ts';

interface ConnectionRow {
  status: 'pending' | 'accepted' | 'rejected';
  /** Null for a student, who reads notes of accepted requests only. */
  note: string | null;
  is_ignored: boolean;
  user_id: string;
  connected_user_id: string;
}

const CONNECTION = {
  name: 'notification-of-connection',
  text: `select c.status, case when u.role <> 'student' then c.note end as note, c.ignored_at is not null as is_ignored,
      c.user_id, c.connected_user_id
    from connections c join users u on u.id = c.connected_user_id where c.id = $1`,
};

/** Notifies a user of connection requests, and the requester of the response. */
export const connectionNotifications: NotificationRules = {
  'connection-created': async (reader, { connectionId }) =>
    (await read<ConnectionRow>(reader, CONNECTION, [connectionId]))
      .filter(({ status, is_ignored: isIgnored }) => status === 'pending' && !isIgnored)
      .map((row) => ({
        kind: 'notify',
        type: 'connection-request',
        params: { excerpt: row.note?.slice(0, NOTIFICATION_LIMITS.excerptMaxChars) ?? null },
        userId: row.connected_user_id,
        actorId: row.user_id,
        sourceType: 'connection',
        sourceId: connectionId,
        dedupeKey: `connection-request:${connectionId}`,
        awaitsAnswer: true,
      })),
  'connection-updated': async (reader, { connectionId, connectedUserId }) => [
    settled(connectedUserId, connectionId),
    ...(await answerOf(reader, connectionId)),
  ],
  'connection-deleted': (_reader, { connectionId, connectedUserId, onlyFor }) =>
    onlyFor === undefined
      ? [
          settled(connectedUserId, connectionId),
          { kind: 'detach', userId: connectedUserId, sourceType: 'connection', sourceId: connectionId },
        ]
      : [settled(onlyFor, connectionId)],
};

function settled(userId: string, connectionId: string): NotificationChange {
  return { kind: 'settle', userId, sourceType: 'connection', sourceId: connectionId };
}

async function answerOf(reader: Reader, connectionId: string): Promise<NotificationChange[]> {
  return (await read<ConnectionRow>(reader, CONNECTION, [connectionId])).flatMap(
    ({ status, user_id: userId, connected_user_id: actorId }): NotificationChange[] => {
      if (status === 'pending') return [];
      const type = status === 'accepted' ? 'connection-accepted' : 'connection-rejected';
      const about = { userId, actorId, sourceType: 'user', sourceId: actorId };
      return [{ kind: 'notify', ...about, type, params: {}, dedupeKey: `${type}:${connectionId}` }];
    },
  );
}
