import type { Pool } from 'pg';
import type { OwnershipRules } from '../../realtime/intents.ts';
import type { PublishContext } from '../../realtime/publish.ts';
import { rooms } from '../../realtime/rooms.ts';
import { listBlockedEitherWay } from '../visibility/visibility.access.ts';
import { loadCommentRow, loadPublicCommentView } from './comment.view.ts';

/**
 * Pushes comments to the users who have the post on screen, and a new one to the post's author too, once per socket.
 * Users whom a block separates from the commenter or the post's author receive nothing.
 */
export function publishComments({ events, publish, pool }: PublishContext): void {
  events.on('comment-created', async ({ commentId, postId }) => {
    const comment = await loadPublicCommentView(pool, commentId);
    if (!comment) return;
    const to = [rooms.post(postId), rooms.user(comment.postUserId)];
    publish({ to, except: [...(await listHidden(comment)), rooms.creators] }, 'new-comment', comment);
  });
  // A block does not remove users from the room of a post on screen, so a deletion has to exclude them too.
  events.on('comment-deleted', async ({ commentId, postId, ...authors }) => {
    publish({ to: [rooms.post(postId)], except: await listHidden(authors) }, 'comment-deleted', {
      id: commentId,
      postId,
    });
  });

  async function listHidden({ userId, postUserId }: { userId: string; postUserId: string }): Promise<string[]> {
    return (await listBlockedEitherWay(pool, userId, postUserId)).map(rooms.user);
  }
}

/** Intents that only the author of a comment may send. */
export function commentOwnership(pool: Pool): OwnershipRules {
  return { 'new-comment': async (id, userId) => (await loadCommentRow(pool, id, userId))?.user_id === userId };
}
