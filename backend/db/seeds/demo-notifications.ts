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

interface Deed {
  id: string;
  source_id: string;
  user_id: string;
  actor_id: string;
  full_name: string;
  excerpt: string | null;
  created_at: Date | string;
}

/** Each kind of happening of the last weeks that somebody is told of, with the statement that finds it. */
const DEEDS: { type: NotificationType; title: string; deed: string; days: number; text: string }[] = [
  {
    type: 'post-commented',
    title: 'New comment',
    deed: 'commented on your post',
    days: 3,
    text: `select c.id, p.id as source_id, p.user_id, u.id as actor_id, u.full_name, left(c.content, 140) as excerpt, c.created_at
      from comments c join posts p on p.id = c.post_id join users u on u.id = c.user_id where c.user_id <> p.user_id and c.created_at > ?`,
  },
  {
    type: 'post-liked',
    title: 'New like',
    deed: 'liked your post',
    days: 5,
    text: `select gen_random_uuid() as id, p.id as source_id, p.user_id, u.id as actor_id, u.full_name, null as excerpt, l.created_at
      from post_likes l join posts p on p.id = l.post_id join users u on u.id = l.user_id where l.user_id <> p.user_id and l.created_at > ?`,
  },
  {
    type: 'post-shared',
    title: 'New share',
    deed: 'shared your post',
    days: 14,
    text: `select s.id, p.id as source_id, p.user_id, u.id as actor_id, u.full_name, left(s.content, 140) as excerpt, s.created_at
      from posts s join posts p on p.id = s.shared_post_id join users u on u.id = s.user_id where s.user_id <> p.user_id and s.created_at > ?`,
  },
];

/**
 * Tells the demo's people what the demo's people did: requests, comments, likes and shares; what is older than a day is
 * read.
 */
export async function seedNotifications(context: SeedContext, requests: readonly SeedRequest[]): Promise<void> {
  const { em, now } = context;
  const names = await em.execute<{ id: string; full_name: string }[]>('select id, full_name from users');
  const nameOf = new Map(names.map((row) => [row.id, row.full_name]));
  const rows = requests.map((request) =>
    rowOf(now, {
      type: 'connection-request',
      title: 'Connection request',
      content: `${nameOf.get(request.userId) ?? ''} wants to connect`,
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
  for (const { type, title, deed, days, text } of DEEDS) {
    const deeds = await em.execute<Deed[]>(text, [new Date(now - days * DAY_MS)]);
    rows.push(
      ...deeds.map((row) =>
        rowOf(now, {
          type,
          title,
          content: `${row.full_name} ${deed}`,
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

interface SeedNotice {
  type: NotificationType;
  title: string;
  content: string;
  excerpt: string | null;
  userId: string;
  actorId: string;
  sourceType: string;
  sourceId: string;
  createdAt: Date;
  groupKey: string | null;
  dedupeKey: string;
}

function rowOf(now: number, { excerpt, groupKey, ...notice }: SeedNotice) {
  const { category, priority, daysKept } = NOTIFICATION_TYPES[notice.type];
  const id = uuidv7({ msecs: notice.createdAt.getTime() });
  const isRead = notice.type !== 'connection-request' && notice.createdAt.getTime() < now - 24 * HOUR_MS;
  return {
    ...notice,
    id,
    category,
    priority,
    groupKey: groupKey ?? id,
    listedAt: notice.createdAt,
    read: isRead,
    readAt: isRead ? new Date(now) : null,
    metadata: excerpt ? { excerpt } : {},
    expiresAt: new Date(notice.createdAt.getTime() + daysKept * DAY_MS),
  };
}
