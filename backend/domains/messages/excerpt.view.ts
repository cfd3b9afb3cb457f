import { isoOf, isoOrNull, read, type Reader, type Timestamp } from '../../db/read.ts';
import { NOT_HIDDEN } from './message.access.ts';
import { MAX_SEQ } from './messages.thread.ts';

/** One message of an excerpt; `at` is in ISO 8601, `text` contains the name of its file. */
export interface ExcerptMessage {
  id: string;
  at: string;
  /** True for a message of the user for whom the excerpt was made. */
  isOwn: boolean;
  text: string;
  /** Time of the last edit in ISO 8601; null if it was never edited. */
  editedAt: string | null;
  /** True for a message that the user has deleted for themselves. */
  isHidden: boolean;
}

/** Some messages of a conversation in a row, oldest first. */
interface Excerpt {
  messages: ExcerptMessage[];
  /** Number of messages among them that were deleted for both, and so are not included. */
  deletedForBoth: number;
}

const EXCERPT = {
  name: 'message-excerpt',
  text: `select m.id, m.conversation_seq as seq, m.sender_id = $1 as is_own, m.content, m.file_name, m.created_at,
      m.edited_at, not ${NOT_HIDDEN} as is_hidden
    from messages m where m.conversation_id = $2 and m.conversation_seq <= $3 and m.deleted_at is null
    order by m.conversation_seq desc limit $4`,
};

const DELETED = {
  name: 'message-excerpt-deleted',
  text: `select count(*)::int as count from messages m
    where m.conversation_id = $1 and m.conversation_seq between $2 and $3 and m.deleted_at is not null`,
};

/**
 * Loads the last messages of a conversation, or those up to a sequence number. It contains those that its participant
 * has deleted for themselves, and is therefore not for the participant. The caller checks the participant's right.
 */
export async function loadExcerpt(
  reader: Reader,
  userId: string,
  { conversationId, upToSeq = MAX_SEQ, items }: { conversationId: string; upToSeq?: number; items: number },
): Promise<Excerpt> {
  type Row = {
    id: string;
    seq: number;
    is_own: boolean;
    content: string;
    file_name: string | null;
    created_at: Timestamp;
    edited_at: Timestamp | null;
    is_hidden: boolean;
  };
  const rows = await read<Row>(reader, EXCERPT, [userId, conversationId, upToSeq, items]);
  const fromSeq = rows.length < items ? 1 : (rows.at(-1)?.seq ?? 1);
  const [deleted] = await read<{ count: number }>(reader, DELETED, [conversationId, fromSeq, upToSeq]);
  const messages = rows.toReversed().map((row) => ({
    id: row.id,
    at: isoOf(row.created_at),
    isOwn: row.is_own,
    text: [row.content, row.file_name && `File: ${row.file_name}`].filter(Boolean).join('\n'),
    editedAt: isoOrNull(row.edited_at),
    isHidden: row.is_hidden,
  }));
  return { messages, deletedForBoth: deleted?.count ?? 0 };
}
