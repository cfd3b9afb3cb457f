import { v7 as uuidv7 } from 'uuid';
import { HOUR_MS } from '#shared/time.ts';
import { Connection } from '../../domains/connections/connection.entity.ts';
import { Message } from '../../domains/messages/message.entity.ts';
import { ago, type SeedContext } from './context.ts';
import { seedConnections, seedMessages, seedRequests } from './happenings.ts';
import { seedNotifications } from './demo-notifications.ts';

/** Writes the demo's connections, messages and notifications, then makes everything so far findable. */
export async function seedSocial(context: SeedContext): Promise<void> {
  const { em, now, idOf } = context;
  const accepted = seedConnections.map(([from, to], i) => connectionRow(context, { from, to, hoursAgo: 90 + i * 19, status: 'accepted' }));
  const pending = seedRequests.map(([from, to, note], i) => connectionRow(context, { from, to, note, hoursAgo: 3 + i * 8, status: 'pending' }));
  await em.insertMany(Connection, [...accepted, ...pending]);
  await em.insertMany(
    Message,
    seedMessages.map((message) => ({
      ...ago(now, message.hoursAgo),
      senderId: idOf(message.from),
      receiverId: idOf(message.to),
      clientId: uuidv7(),
      content: message.text,
      read: message.isRead,
    })),
  );
  await seedNotifications(context, pending);
  await seedSearchIndex(context);
}

interface SeedTie {
  from: string;
  to: string;
  hoursAgo: number;
  status: 'accepted' | 'pending';
  note?: string | undefined;
}

function connectionRow({ now, idOf }: SeedContext, { from, to, hoursAgo, status, note }: SeedTie) {
  const sides = { userId: idOf(from), connectedUserId: idOf(to), status, note: note ?? null };
  return { ...ago(now, hoursAgo), ...sides, respondedAt: status === 'accepted' ? new Date(now - hoursAgo * HOUR_MS) : null };
}

/** The index holds one row for each person, post, item and meet-up. */
async function seedSearchIndex({ em }: SeedContext): Promise<void> {
  await em.execute(
    `insert into search_index (id, entity_id, entity_type, title, content, keywords, author_id, importance, last_updated)
     select gen_random_uuid(), id, 'user', full_name, concat_ws(' ', username, position, institution, bio), array[role], id, 2, created_at from users
     union all
     select gen_random_uuid(), p.id, 'post', u.full_name, p.content, '{}'::text[], p.user_id, 1, p.created_at
       from posts p join users u on u.id = p.user_id where p.content <> ''
     union all
     select gen_random_uuid(), id, 'course', title, description, array_remove(array[content_type, lower(category)], null), user_id, 2, created_at
       from courses where status = 'published'
     union all
     select gen_random_uuid(), id, 'event', title, concat_ws(' ', description, location), '{}'::text[], user_id, 1, created_at from events`,
  );
}
