import { v7 as uuidv7 } from 'uuid';
import { NOTIFICATION_TYPES } from '#shared/api/notification-types.ts';
import type { NotificationType } from '#shared/api/notifications.ts';
import { DAY_MS, HOUR_MS } from '#shared/time.ts';
import { Notification } from '../../domains/notifications/notification.entity.ts';
import type { SeedContext } from './context.ts';

/** An action of the user `actorId` that notifies the user `userId`. */
interface SeedAction {
  id: string;
  /** The post, or the connection of a request. */
  sourceId: string;
  userId: string;
  actorId: string;
  excerpt: string | null;
  createdAt: Date | string;
}

/** Types of notifications, each with the SQL that selects their actions of the last `days`. */
const ACTIONS: { type: NotificationType; days: number; sql: string }[] = [
  {
    type: 'post-commented',
    days: 3,
    sql: `select c.id, p.id as "sourceId", p.user_id as "userId", c.user_id as "actorId",
      left(c.content, 140) as excerpt, c.created_at as "createdAt"
      from comments c join posts p on p.id = c.post_id where c.user_id <> p.user_id and c.created_at > ?`,
  },
  {
    type: 'post-liked',
    days: 5,
    sql: `select gen_random_uuid() as id, p.id as "sourceId", p.user_id as "userId", l.user_id as "actorId",
      null as excerpt, l.created_at as "createdAt"
      from post_likes l join posts p on p.id = l.post_id where l.user_id <> p.user_id and l.created_at > ?`,
  },
  {
    type: 'post-shared',
    days: 14,
    sql: `select s.id, p.id as "sourceId", p.user_id as "userId", s.user_id as "actorId",
      left(s.content, 140) as excerpt, s.created_at as "createdAt"
      from posts s join posts p on p.id = s.shared_post_id where s.user_id <> p.user_id and s.created_at > ?`,
  },
];

/**
 * Inserts the notifications of connection requests, comments, likes and reposts. Those of requests are unread; others
 * are read when they are older than a day.
 */
export async function seedNotifications({ em, now }: SeedContext, requests: readonly SeedAction[]): Promise<void> {
  const rows = requests.map((request) => rowOf(now, 'connection-request', request));
  for (const { type, days, sql } of ACTIONS) {
    const actions = await em.execute<SeedAction[]>(sql, [new Date(now - days * DAY_MS)]);
    rows.push(...actions.map((action) => rowOf(now, type, action)));
  }
  await em.insertMany(Notification, rows);
}

function rowOf(now: number, type: NotificationType, { id: actionId, excerpt, ...action }: SeedAction) {
  const { category, priority, retentionDays } = NOTIFICATION_TYPES[type];
  const createdAt = new Date(action.createdAt);
  const id = uuidv7({ msecs: createdAt.getTime() });
  const isRequest = type === 'connection-request';
  const isRead = !isRequest && createdAt.getTime() < now - 24 * HOUR_MS;
  return {
    ...action,
    id,
    type,
    category,
    priority,
    sourceType: isRequest ? 'connection' : 'post',
    groupKey: isRequest ? id : `${type}:${action.sourceId}`,
    dedupeKey: `${type}:${actionId}`,
    createdAt,
    listedAt: createdAt,
    read: isRead,
    readAt: isRead ? new Date(now) : null,
    metadata: type === 'post-liked' ? {} : { excerpt },
    awaitsAnswer: isRequest,
    expiresAt: new Date(createdAt.getTime() + retentionDays * DAY_MS),
  };
}
