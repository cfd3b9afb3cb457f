import { NOTIFICATION_LIMITS } from '#shared/limits.ts';
import type { NotificationRules } from '../../db/notification-draft.ts';
import { read } from '../../db/read.ts';

const COMMENT = {
  name: 'notification-of-comment',
  text: `select p.user_id, left(c.content, ${NOTIFICATION_LIMITS.excerptMaxChars}) as excerpt
    from comments c join posts p on p.id = c.post_id where c.id = $1`,
};

/** Notifies the author of a post of comments. */
export const commentNotifications: NotificationRules = {
  'comment-created': async (reader, { commentId, postId, userId: actorId }) =>
    (await read<{ user_id: string; excerpt: string }>(reader, COMMENT, [commentId])).map((row) => ({
      kind: 'notify',
      type: 'post-commented',
      params: { excerpt: row.excerpt },
      userId: row.user_id,
      actorId,
      sourceType: 'post',
      sourceId: postId,
      groupKey: `post-commented:${postId}`,
      dedupeKey: `comment:${commentId}`,
    })),
  'comment-deleted': (_reader, { commentId }) => [{ kind: 'withdraw', dedupeKey: `comment:${commentId}` }],
};
