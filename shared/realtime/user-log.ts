import type { ConnectionPushes } from './connections.ts';
import type { MessagePushes } from './messages.ts';
import type { NotificationPushes } from './notifications.ts';

/** Pushes of the user log: each has a `seq`, and none is lost. */
export type UserLogPushMap = Pick<MessagePushes, 'new-message' | 'message-updated' | 'message-read'> &
  Pick<ConnectionPushes, 'connection-created' | 'connection-updated' | 'connection-deleted'> &
  Pick<NotificationPushes, 'notification'>;

/** Name of a push of the user log. */
export type UserLogPushName = keyof UserLogPushMap;

/** One entry of the user log, as its push. */
export type UserLogPush = { [Name in UserLogPushName]: { name: Name; push: UserLogPushMap[Name] } }[UserLogPushName];
