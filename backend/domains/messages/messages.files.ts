import type { SharedFileKind, SharedFileView } from '#shared/api/messages.ts';
import { MESSAGE_LIMITS } from '#shared/limits.ts';
import { isoOf, read, type Reader, type Timestamp } from '../../db/read.ts';
import { creationCursor, decodeCursor, toPage, type Page, type PageQuery } from '../../http/page.ts';
import { findOwnConversation, loadRelationship } from './message.access.ts';
import { MAX_SEQ } from './messages.thread.ts';

/**
 * Selects the files of a conversation ($2) before the message of the cursor ($4), except those that the viewer ($1) has
 * hidden. The upper bound is a single value, with or without a cursor, so that the index scan starts there.
 */
export const SHARED_FILES = {
  name: 'messages-shared-files',
  text: `select m.id, m.conversation_seq, m.sender_id, m.created_at, m.file_url, m.file_name, m.file_type, m.file_size,
    m.file_width, m.file_height
    from messages m
    where m.conversation_id = $2 and m.file_id is not null and (m.file_type like 'image/%') = $3
      and m.conversation_seq < case when $4::uuid is null then ${MAX_SEQ}
        else (select k.conversation_seq from messages k
        where k.id = $4 and k.conversation_id = $2) end
      and not exists (select 1 from message_hides h where h.message_id = m.id and h.user_id = $1)
    order by m.conversation_seq desc limit $5`,
};

interface SharedFileRow {
  id: string;
  conversation_seq: number;
  sender_id: string | null;
  created_at: Timestamp;
  file_url: string;
  file_name: string;
  file_type: string;
  file_size: string | number;
  file_width: number | null;
  file_height: number | null;
}

/** Lists the images or other files of a conversation, newest first. @throws AppError NOT_FOUND. */
export async function listSharedFiles(
  reader: Reader,
  userId: string,
  { peerId, kind, cursor, limit = MESSAGE_LIMITS.filesItems }: PageQuery & { peerId: string; kind: SharedFileKind },
): Promise<Page<SharedFileView>> {
  const after = decodeCursor(cursor)?.id ?? null;
  const conversation = await findOwnConversation(reader, userId, peerId);
  if (conversation === null) {
    await loadRelationship(reader, userId, peerId);
    return { items: [], nextCursor: null };
  }
  const rows = await read<SharedFileRow>(reader, SHARED_FILES, [
    userId,
    conversation.id,
    kind === 'images',
    after,
    limit + 1,
  ]);
  return toPage(rows, limit, { cursorOf: creationCursor, view: toSharedFile });
}

function toSharedFile(row: SharedFileRow): SharedFileView {
  return {
    messageId: row.id,
    conversationSeq: row.conversation_seq,
    senderId: row.sender_id,
    createdAt: isoOf(row.created_at),
    fileUrl: row.file_url,
    fileName: row.file_name,
    fileType: row.file_type,
    fileSize: Number(row.file_size),
    fileWidth: row.file_width,
    fileHeight: row.file_height,
  };
}
