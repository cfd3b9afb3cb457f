import type { ReviewView } from '#shared/api/reviews.ts';
import { isoOf, isoOrNull, read, type Reader, type Timestamp } from '../../db/read.ts';
import { toUserCard, USER_CARD_COLUMNS, type UserCardRow } from '../users/user.view.ts';
import { HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';

/** Selects reviews `r` with their authors, without those whose authors are hidden from the viewer ($1). */
export const reviewRows = (where: string) =>
  `select r.id, r.course_id, r.user_id, r.rating, r.text, r.created_at, r.edited_at, r.reply, r.replied_at,
      ${USER_CARD_COLUMNS}
    from reviews r join users u on u.id = r.user_id and u.deactivated_at is null
      and u.id not in (${HIDDEN_FROM_VIEWER})
    where ${where}`;

/** One row of {@link reviewRows}. */
export interface ReviewRow extends UserCardRow {
  id: string;
  course_id: string;
  user_id: string;
  rating: number;
  text: string;
  created_at: Timestamp;
  edited_at: Timestamp | null;
  reply: string | null;
  replied_at: Timestamp | null;
}

/** Makes the view of a row, which is the same for every viewer. */
export function toReviewView(row: ReviewRow): ReviewView {
  return {
    id: row.id,
    courseId: row.course_id,
    rating: row.rating,
    text: row.text,
    createdAt: isoOf(row.created_at),
    editedAt: isoOrNull(row.edited_at),
    reply: row.reply === null || !row.replied_at ? null : { text: row.reply, createdAt: isoOf(row.replied_at) },
    author: toUserCard(row),
  };
}

const OF_USER = { name: 'review-of-user', text: reviewRows('r.course_id = $2 and r.user_id = $1') };
const BY_ID = { name: 'review-by-id', text: reviewRows('r.id = $2') };

/** Loads a user's review of an item; null without one. */
export async function loadReviewOf(reader: Reader, userId: string, courseId: string): Promise<ReviewView | null> {
  const [row] = await read<ReviewRow>(reader, OF_USER, [userId, courseId]);
  return row ? toReviewView(row) : null;
}

/** Loads the row of a review by its id; null when it is gone or its author is hidden from the viewer. */
export async function loadReviewRow(reader: Reader, id: string, viewerId: string): Promise<ReviewRow | null> {
  const [row] = await read<ReviewRow>(reader, BY_ID, [viewerId, id]);
  return row ?? null;
}
