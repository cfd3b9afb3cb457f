import { newId } from '../clock.ts';
import { ConversationStateRow } from '../../domains/messages/conversation-state.entity.ts';
import { Conversation } from '../../domains/messages/conversation.entity.ts';
import { Message } from '../../domains/messages/message.entity.ts';
import { ReadCursor } from '../../domains/messages/read-cursor.entity.ts';
import { agoAtDaytime, found, idsByTitle, type SeedContext } from './context.ts';
import { seedMessages } from './interactions.ts';
import { seedQuestions } from './questions.ts';

/** Inserts conversations and questions about items, each with its messages in order and both read cursors. */
export async function seedConversations({ em, now, idOf }: SeedContext): Promise<void> {
  const courses = await idsByTitle(em, 'courses');
  const threads = Map.groupBy([...seedMessages, ...seedQuestions], ({ from, to }) =>
    [idOf(from), idOf(to)].toSorted().join(' '),
  );
  for (const [pair, unordered] of threads) {
    const [lowId = '', highId = ''] = pair.split(' ');
    const conversationId = newId();
    const rows = unordered
      .toSorted((a, b) => b.hoursAgo - a.hoursAgo)
      .map((message, index) => ({
        ...agoAtDaytime(now, message.hoursAgo),
        senderId: idOf(message.from),
        receiverId: idOf(message.to),
        clientId: newId(),
        content: message.text,
        aboutType: message.about === undefined ? null : ('course' as const),
        aboutId: message.about === undefined ? null : found(courses.get(message.about), message.about),
        read: message.isRead,
        conversationId,
        conversationSeq: index + 1,
      }));
    const [first, last] = [rows[0], rows.at(-1)];
    if (!first || !last) continue;
    await em.insert(Conversation, {
      id: conversationId,
      lowId,
      highId,
      lastSeq: rows.length,
      createdAt: first.createdAt,
    });
    await em.insertMany(Message, rows);
    for (const userId of [lowId, highId]) {
      const unread = rows.find((row) => row.receiverId === userId && !row.read);
      await em.insert(ConversationStateRow, {
        conversationId,
        userId,
        hasUnread: unread !== undefined,
        lastAt: last.createdAt,
      });
      await em.insert(ReadCursor, {
        userId,
        conversationId,
        seq: unread ? unread.conversationSeq - 1 : rows.length,
        updatedAt: last.createdAt,
      });
    }
  }
}
