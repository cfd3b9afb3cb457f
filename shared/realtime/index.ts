import type { AdvertisementIntents, AdvertisementPushes } from './advertisements.ts';
import type { CallIntents, CallPushes } from './calls.ts';
import type { CommentIntents, CommentPushes } from './comments.ts';
import type { ConnectionIntents, ConnectionPushes } from './connections.ts';
import type { CourseIntents, CoursePushes } from './courses.ts';
import type { EventIntents, EventPushes } from './events.ts';
import type { MessageIntents, MessagePushes } from './messages.ts';
import type { NotificationPushes } from './notifications.ts';
import type { PostIntents, PostPushes } from './posts.ts';
import type { PresenceIntents, PresencePushes } from './presence.ts';
import type { SessionIntents, SessionPushes } from './session.ts';
import type { UserIntents, UserPushes } from './users.ts';

/** Everything the server sends down the live link, by name. */
export type PushMap = AdvertisementPushes &
  SessionPushes &
  PostPushes &
  CallPushes &
  CommentPushes &
  ConnectionPushes &
  CoursePushes &
  EventPushes &
  MessagePushes &
  NotificationPushes &
  PresencePushes &
  UserPushes;

/** Everything a client sends up the live link, by name. */
export type IntentMap = AdvertisementIntents &
  SessionIntents &
  PostIntents &
  CommentIntents &
  ConnectionIntents &
  CourseIntents &
  EventIntents &
  MessageIntents &
  PresenceIntents &
  UserIntents &
  CallIntents;
