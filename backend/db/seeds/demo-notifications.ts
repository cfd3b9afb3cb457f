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

/** Sales to sellers and reviews to authors of the last days, with the parameters that the product stores. */
const ITEM_ACTIONS: { type: NotificationType; sourceType: string; days: number; sql: string }[] = [
  {
    type: 'sale',
    sourceType: 'sale',
    days: 21,
    sql: `select 'purchase:' || p.id || ':paid' as "dedupeKey", p.id as "sourceId", p.seller_id as "userId",
      p.buyer_id as "actorId", null as "groupKey", p.paid_at as "createdAt", jsonb_build_object('title', p.title,
        'amount', p.amount, 'currency', p.currency, 'isTest', true) as metadata
      from purchases p where p.status = 'paid' and p.paid_at > ?`,
  },
  {
    type: 'review',
    sourceType: 'course',
    days: 10,
    sql: `select 'review:' || r.id as "dedupeKey", c.id as "sourceId", c.user_id as "userId", r.user_id as "actorId",
      'review:' || c.id as "groupKey", r.created_at as "createdAt", jsonb_build_object('courseTitle', c.title,
        'rating', r.rating, 'excerpt', nullif(left(r.text, 140), '')) as metadata
      from reviews r join courses c on c.id = r.course_id where r.created_at > ?`,
  },
];

interface ItemAction {
  dedupeKey: string;
  sourceId: string;
  userId: string;
  actorId: string;
  groupKey: string | null;
  createdAt: Date | string;
  metadata: Record<string, unknown>;
}

/** Inserts the notifications of sales and reviews; those older than a day are read. */
export async function seedItemNotifications({ em, now }: SeedContext): Promise<void> {
  for (const { type, sourceType, days, sql } of ITEM_ACTIONS) {
    const actions = await em.execute<ItemAction[]>(sql, [new Date(now - days * DAY_MS)]);
    const { category, priority, retentionDays } = NOTIFICATION_TYPES[type];
    const rows = actions.map((action) => {
      const createdAt = new Date(action.createdAt);
      const id = uuidv7({ msecs: createdAt.getTime() });
      const isRead = createdAt.getTime() < now - DAY_MS;
      return {
        ...action,
        id,
        type,
        sourceType,
        category,
        priority,
        createdAt,
        listedAt: createdAt,
        groupKey: action.groupKey ?? id,
        read: isRead,
        readAt: isRead ? new Date(now) : null,
        expiresAt: new Date(createdAt.getTime() + retentionDays * DAY_MS),
      };
    });
    await em.insertMany(Notification, rows);
  }
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
