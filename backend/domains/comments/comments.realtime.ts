import type { PublicCommentView } from '#shared/api/comments.ts';
import { commentIntentSchema } from '#shared/realtime/comments.schema.ts';
import type { Facts } from '../../facts.ts';
import { defineIntent, type IntentDefinitions } from '../../realtime/intents.ts';
import type { Publish } from '../../realtime/publish.ts';
import { rooms } from '../../realtime/rooms.ts';

/** What announcing comments needs. */
export interface CommentAnnouncements {
  facts: Pick<Facts, 'on'>;
  publish: Publish;
  /** Null when the comment is gone or its author deactivated. */
  loadPublicCommentView: (commentId: string) => Promise<PublicCommentView | null>;
  /** Null when the post is gone. */
  findPostAuthorId: (postId: string) => Promise<string | null>;
  listBlockedEitherWay: (userId: string) => Promise<string[]>;
}

/**
 * Pushes comments to those who have the post open, and a new one to the post's author too, once a socket
 * (decision 31). Neither who is blocked by, or blocks, the commenter nor the post's author hears of it.
 */
export function announceComments(needs: CommentAnnouncements): void {
  const { facts, publish, loadPublicCommentView, findPostAuthorId, listBlockedEitherWay } = needs;

  facts.on('comment-created', async ({ commentId, postId }) => {
    const [comment, postUserId] = await Promise.all([loadPublicCommentView(commentId), findPostAuthorId(postId)]);
    if (!comment || postUserId === null) return;
    const hidden = await Promise.all([listBlockedEitherWay(comment.userId), listBlockedEitherWay(postUserId)]);
    publish(
      { to: [rooms.post(postId), rooms.user(postUserId)], except: [...hidden.flat().map(rooms.user), rooms.creators] },
      'new-comment',
      { ...comment, postUserId },
    );
  });
  facts.on('comment-deleted', ({ commentId, postId }) => {
    publish({ to: [rooms.post(postId)] }, 'comment-deleted', { id: commentId, postId });
  });
}

/** Makes new-comment: checked against the stored comment's author, acknowledged and dropped (decision 30). */
export function commentIntents(findAuthorId: (commentId: string) => Promise<string | null>): IntentDefinitions {
  return {
    'new-comment': defineIntent(commentIntentSchema, async ({ id }, { identity }) => {
      const authorId = await findAuthorId(id);
      return authorId === identity.id ? { ok: true } : { ok: false, code: 'NOT_FOUND' };
    }),
  };
}
