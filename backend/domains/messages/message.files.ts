import type { FileUse } from '../files/file.access.ts';
import { HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';

/** Files of messages; the receiver can read them. */
export const messageFiles: FileUse = {
  purposes: ['message-photo', 'message-file'],
  isUsed: (file) => `exists (select 1 from messages m where m.file_id = ${file}.id)`,
  isVisible: (file) => `exists (select 1 from messages m where m.file_id = ${file}.id and m.receiver_id = $1
    and (m.sender_id is null or m.sender_id not in (${HIDDEN_FROM_VIEWER})))`,
};
