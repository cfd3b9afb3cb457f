import { HOUR_MS } from '#shared/time.ts';
import { Connection } from '../../domains/connections/connection.entity.ts';
import { fillMessageIndex } from '../../domains/messages/message-index.service.ts';
import { searchSources } from '../../search-documents.ts';
import { fillIndex } from '../../domains/search/search.documents.ts';
import { ago, type SeedContext } from './context.ts';
import { seedConversations } from './demo-messages.ts';
import { seedConnections, seedRequests } from './interactions.ts';
import { seedNotifications } from './demo-notifications.ts';

/** Inserts connections, messages and notifications, then indexes everything for search. */
export async function seedSocial(context: SeedContext): Promise<void> {
  const { em } = context;
  const accepted = seedConnections.map(([from, to], i) =>
    connectionRow(context, { from, to, hoursAgo: 90 + i * 19, status: 'accepted' }),
  );
  const pending = seedRequests.map(([from, to, note], i) =>
    connectionRow(context, { from, to, note, hoursAgo: 3 + i * 8, status: 'pending' }),
  );
  await em.insertMany(Connection, [...accepted, ...pending]);
  await seedConversations(context);
  await seedNotifications(
    context,
    pending.map(({ id, userId, connectedUserId, note, createdAt }) => ({
      id,
      sourceId: id,
      userId: connectedUserId,
      actorId: userId,
      excerpt: note,
      createdAt,
    })),
  );
  await fillIndex(context.em, searchSources);
  await fillMessageIndex(context.em);
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
  return {
    ...ago(now, hoursAgo),
    ...sides,
    respondedAt: status === 'accepted' ? new Date(now - hoursAgo * HOUR_MS) : null,
  };
}
