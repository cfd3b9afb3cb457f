import type { ConnectionPushes } from './connections.ts';
import type { MessagePushes } from './messages.ts';
import type { NotificationPushes } from './notifications.ts';

/** Pushes of the user log: each has a `seq`, and none is lost. */
export type StreamPushMap = Pick<MessagePushes, 'new-message' | 'message-updated' | 'message-read'> &
  Pick<ConnectionPushes, 'connection-created' | 'connection-updated' | 'connection-deleted'> &
  Pick<NotificationPushes, 'notification'>;

/** Name of a push of the stream. */
export type StreamPushName = keyof StreamPushMap;

/** One event of a person's stream, as its push. */
export type StreamPush = { [Name in StreamPushName]: { name: Name; push: StreamPushMap[Name] } }[StreamPushName];
