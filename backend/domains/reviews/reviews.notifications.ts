import { NOTIFICATION_LIMITS } from '#shared/limits.ts';
import type { NotificationRules } from '../../db/notification-draft.ts';
import { read, type Reader } from '../../db/read.ts';

const REVIEW = {
  name: 'notification-of-review',
  text: `select r.user_id, c.user_id as author_id, c.title, r.rating,
      left(r.text, ${NOTIFICATION_LIMITS.excerptMaxChars}) as excerpt,
      left(r.reply, ${NOTIFICATION_LIMITS.excerptMaxChars}) as reply
    from reviews r join courses c on c.id = r.course_id where r.id = $1`,
};

interface ReviewOfItem {
  user_id: string;
  author_id: string;
  title: string;
  rating: number;
  excerpt: string;
  reply: string | null;
}

const load = async (reader: Reader, id: string): Promise<ReviewOfItem | undefined> =>
  (await read<ReviewOfItem>(reader, REVIEW, [id]))[0];

/** Notifies the author of an item of reviews, and a learner of the author's reply. */
export const reviewNotifications: NotificationRules = {
  'review-created': async (reader, { reviewId, courseId, userId: actorId }) => {
    const row = await load(reader, reviewId);
    if (!row) return [];
    return [
      {
        kind: 'notify',
        type: 'review',
        params: { courseTitle: row.title, rating: row.rating, excerpt: row.excerpt || null },
        userId: row.author_id,
        actorId,
        sourceType: 'course',
        sourceId: courseId,
        groupKey: `review:${courseId}`,
        dedupeKey: `review:${reviewId}`,
      },
    ];
  },
  'review-replied': async (reader, { reviewId, courseId, userId: actorId }) => {
    const row = await load(reader, reviewId);
    if (!row?.reply) return [];
    return [
      {
        kind: 'notify',
        type: 'review-reply',
        params: { courseTitle: row.title, excerpt: row.reply },
        userId: row.user_id,
        actorId,
        sourceType: 'course',
        sourceId: courseId,
        dedupeKey: `review-reply:${reviewId}`,
      },
    ];
  },
  'review-deleted': (_reader, { reviewId }) =>
    ['review', 'review-reply'].map((reason) => ({ kind: 'withdraw', dedupeKey: `${reason}:${reviewId}` })),
  'review-reply-deleted': (_reader, { reviewId }) => [{ kind: 'withdraw', dedupeKey: `review-reply:${reviewId}` }],
};
