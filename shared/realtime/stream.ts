import type { ConnectionPushes } from './connections.ts';
import type { MessagePushes } from './messages.ts';
import type { NotificationPushes } from './notifications.ts';

/** Pushes that stand in a person's stream: each has its `seq` there, and none is lost. Source: decision 32. */
export type StreamPushMap = Pick<MessagePushes, 'new-message' | 'message-updated' | 'message-read'> &
  Pick<ConnectionPushes, 'connection-created' | 'connection-updated' | 'connection-deleted'> &
  Pick<NotificationPushes, 'notification'>;

/** Name of a push of the stream. */
export type StreamPushName = keyof StreamPushMap;

/** One event of a person's stream, as its push. */
export type StreamPush = { [Name in StreamPushName]: { name: Name; push: StreamPushMap[Name] } }[StreamPushName];
