import { isoOf, read, type Reader, type Timestamp } from '../../db/read.ts';
import { NOT_HIDDEN } from './message.access.ts';
import { MAX_SEQ } from './messages.thread.ts';

/** One message of an excerpt; `at` is in ISO 8601, `text` contains the name of its file. */
export interface ExcerptMessage {
  id: string;
  at: string;
  /** True for a message of the user for whom the excerpt was made. */
  isOwn: boolean;
  text: string;
}

const EXCERPT = {
  name: 'message-excerpt',
  text: `select m.id, m.sender_id = $1 as is_own, m.content, m.file_name, m.created_at from messages m
    where m.conversation_id = $2 and m.conversation_seq <= $3 and m.deleted_at is null and ${NOT_HIDDEN}
    order by m.conversation_seq desc limit $4`,
};

/**
 * Loads the last messages of a conversation, or those up to a sequence number, oldest first, as its participant sees
 * them: without those that were deleted for both or by the participant. The caller checks the participant's right.
 */
export async function loadExcerpt(
  reader: Reader,
  userId: string,
  { conversationId, upToSeq = MAX_SEQ, items }: { conversationId: string; upToSeq?: number; items: number },
): Promise<ExcerptMessage[]> {
  type Row = { id: string; is_own: boolean; content: string; file_name: string | null; created_at: Timestamp };
  const rows = await read<Row>(reader, EXCERPT, [userId, conversationId, upToSeq, items]);
  return rows.toReversed().map(({ id, is_own, content, file_name, created_at }) => ({
    id,
    at: isoOf(created_at),
    isOwn: is_own,
    text: [content, file_name && `File: ${file_name}`].filter(Boolean).join('\n'),
  }));
}
