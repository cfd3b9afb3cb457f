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
  /** Null when the comment is gone or an author deactivated; `postUserId` wrote the post. */
  loadPublicCommentView: (
    commentId: string,
  ) => Promise<(PublicCommentView & { postUserId: string; isQuestion: boolean }) | null>;
  listBlockedEitherWay: (userId: string) => Promise<string[]>;
}

/**
 * Pushes comments to those who have the post open, and a new one to the post's author too, once a socket (decision 31).
 * Neither who is blocked by, or blocks, the commenter nor the post's author hears of it.
 */
export function announceComments(needs: CommentAnnouncements): void {
  const { facts, publish, loadPublicCommentView, listBlockedEitherWay } = needs;

  facts.on('comment-created', async ({ commentId, postId }) => {
    const comment = await loadPublicCommentView(commentId);
    if (!comment) return;
    const to = [rooms.post(postId), rooms.user(comment.postUserId)];
    publish({ to, except: [...(await listHidden(comment)), rooms.creators] }, 'new-comment', comment);
  });
  // A block leaves those who had the post open in its room, so this is kept from them as well.
  facts.on('comment-deleted', async ({ commentId, postId, ...authors }) => {
    publish({ to: [rooms.post(postId)], except: await listHidden(authors) }, 'comment-deleted', {
      id: commentId,
      postId,
    });
  });

  async function listHidden({ userId, postUserId }: { userId: string; postUserId: string }): Promise<string[]> {
    const hidden = await Promise.all([listBlockedEitherWay(userId), listBlockedEitherWay(postUserId)]);
    return hidden.flat().map(rooms.user);
  }
}

/** Makes new-comment: checked against the stored comment's author, acknowledged and dropped (decision 30). */
export function commentIntents(isAuthor: (commentId: string, userId: string) => Promise<boolean>): IntentDefinitions {
  return {
    'new-comment': defineIntent(commentIntentSchema, async ({ id }, { identity }) =>
      (await isAuthor(id, identity.id)) ? { ok: true } : { ok: false, code: 'NOT_FOUND' },
    ),
  };
}
