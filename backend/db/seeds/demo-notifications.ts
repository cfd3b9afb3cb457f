import { v7 as uuidv7 } from 'uuid';
import { NOTIFICATION_TYPES, type NotificationType } from '#shared/api/notifications.ts';
import { DAY_MS, HOUR_MS } from '#shared/time.ts';
import { Notification } from '../../domains/notifications/notification.entity.ts';
import type { SeedContext } from './context.ts';

interface SeedRequest {
  id: string;
  userId: string;
  connectedUserId: string;
  note: string | null;
  createdAt: Date;
}

interface Action {
  id: string;
  source_id: string;
  user_id: string;
  actor_id: string;
  excerpt: string | null;
  created_at: Date | string;
}

/** Actions of the last weeks that cause notifications, with the statement that finds them. */
const ACTIONS: { type: NotificationType; days: number; text: string }[] = [
  {
    type: 'post-commented',
    days: 3,
    text: `select c.id, p.id as source_id, p.user_id, u.id as actor_id, left(c.content, 140) as excerpt,
      c.created_at
      from comments c join posts p on p.id = c.post_id join users u on u.id = c.user_id where c.user_id <> p.user_id
        and c.created_at > ?`,
  },
  {
    type: 'post-liked',
    days: 5,
    text: `select gen_random_uuid() as id, p.id as source_id, p.user_id, u.id as actor_id,
      null as excerpt, l.created_at
      from post_likes l join posts p on p.id = l.post_id join users u on u.id = l.user_id where l.user_id <> p.user_id
        and l.created_at > ?`,
  },
  {
    type: 'post-shared',
    days: 14,
    text: `select s.id, p.id as source_id, p.user_id, u.id as actor_id, left(s.content, 140) as excerpt,
      s.created_at
      from posts s join posts p on p.id = s.shared_post_id join users u on u.id = s.user_id
        where s.user_id <> p.user_id and s.created_at > ?`,
  },
];

/** Notifies the demo's members of requests, comments, likes and shares; those older than a day are read. */
export async function seedNotifications(context: SeedContext, requests: readonly SeedRequest[]): Promise<void> {
  const { em, now } = context;
  const rows = requests.map((request) =>
    rowOf(now, {
      type: 'connection-request',
      excerpt: request.note,
      userId: request.connectedUserId,
      actorId: request.userId,
      sourceType: 'connection',
      sourceId: request.id,
      createdAt: request.createdAt,
      groupKey: null,
      dedupeKey: `connection-request:${request.id}`,
    }),
  );
  for (const { type, days, text } of ACTIONS) {
    const actions = await em.execute<Action[]>(text, [new Date(now - days * DAY_MS)]);
    rows.push(
      ...actions.map((row) =>
        rowOf(now, {
          type,
          excerpt: row.excerpt,
          userId: row.user_id,
          actorId: row.actor_id,
          sourceType: 'post',
          sourceId: row.source_id,
          createdAt: new Date(row.created_at),
          groupKey: `${type}:${row.source_id}`,
          dedupeKey: `${type}:${row.id}`,
        }),
      ),
    );
  }
  await em.insertMany(Notification, rows);
}

interface SeedNotification {
  type: NotificationType;
  excerpt: string | null;
  userId: string;
  actorId: string;
  sourceType: string;
  sourceId: string;
  createdAt: Date;
  groupKey: string | null;
  dedupeKey: string;
}

function rowOf(now: number, { excerpt, groupKey, ...draft }: SeedNotification) {
  const { category, priority, retentionDays } = NOTIFICATION_TYPES[draft.type];
  const id = uuidv7({ msecs: draft.createdAt.getTime() });
  const isRead = draft.type !== 'connection-request' && draft.createdAt.getTime() < now - 24 * HOUR_MS;
  return {
    ...draft,
    id,
    category,
    priority,
    groupKey: groupKey ?? id,
    listedAt: draft.createdAt,
    read: isRead,
    readAt: isRead ? new Date(now) : null,
    metadata: draft.type === 'post-liked' ? {} : { excerpt },
    awaitsAnswer: draft.type === 'connection-request',
    expiresAt: new Date(draft.createdAt.getTime() + retentionDays * DAY_MS),
  };
}
