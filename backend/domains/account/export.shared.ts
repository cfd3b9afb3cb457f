import { read, type Reader } from '../../db/read.ts';
import { loadPrivacy } from '../visibility/privacy.view.ts';

/** A row of the archive by column name. */
export type ExportRow = Record<string, unknown>;

/** Converts a row that two users share to what the API shows to one of them; null when it shows nothing of it. */
export type ExportViewer = (row: ExportRow) => Promise<ExportRow | null> | ExportRow | null;

const IS_STUDENT = { name: 'export-is-student', text: `select 1 from users where id = $1 and role = 'student'` };

/**
 * Makes the views of the tables whose rows belong to two users. A copy of a user's data contains nothing that the other
 * user does without the first one being notified: ignoring a request, declining a message request, reading a message
 * while either of them has switched read receipts off. Students read the note of a request once they have accepted it.
 * A report with a copy of messages is without the copy: they may have been deleted for both, or hidden by a block.
 */
export function makeSharedViews(reader: Reader, userId: string): Record<string, ExportViewer> {
  const receipts = new Map<string, Promise<boolean>>();
  const showsReceipts = (id: unknown): Promise<boolean> => {
    if (typeof id !== 'string') return Promise.resolve(true);
    const known = receipts.get(id) ?? loadPrivacy(reader, id).then(({ readReceipts }) => readReceipts);
    receipts.set(id, known);
    return known;
  };
  return {
    connections: async (row) => {
      if (row['userId'] === userId) return { ...row, ignoredAt: null };
      const isStranger = row['status'] !== 'accepted' && (await read(reader, IS_STUDENT, [userId])).length > 0;
      return isStranger ? { ...row, note: null } : row;
    },
    past_connection_requests: (row) => {
      if (row['connectedUserId'] === userId) return row;
      return row['declinedAt'] === null && row['withdrawnAt'] === null ? null : { ...row, ignoredAt: null };
    },
    reports: (row) => ('messages' in (row['snapshot'] as object) ? { ...row, snapshot: null } : row),
    conversations: (row) =>
      row['state'] === 'declined' && row['requestedBy'] === userId ? { ...row, state: 'pending' } : row,
    // A seller learns of a payment, not of an attempt.
    purchases: (row) => (row['buyerId'] === userId || row['paidAt'] !== null ? row : null),
    // What the device of the other side has measured belongs to that side.
    calls: (row) => {
      const role = row['callerId'] === userId ? 'caller' : 'callee';
      return { ...row, quality: (row['quality'] as Record<string, unknown>)[role] ?? null };
    },
    messages: async (row) => {
      const isShown = (await showsReceipts(row['senderId'])) && (await showsReceipts(row['receiverId']));
      return isShown || row['receiverId'] === userId ? row : { ...row, read: false };
    },
  };
}
