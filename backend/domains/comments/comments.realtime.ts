import type { Pool } from 'pg';
import type { OwnershipRules } from '../../realtime/intents.ts';
import type { PublishContext } from '../../realtime/publish.ts';
import { rooms } from '../../realtime/rooms.ts';
import { listBlockedEitherWay } from '../visibility/visibility.access.ts';
import { listReaders, type StoredAudience } from '../audiences/audience.access.ts';
import { loadPostAudience } from '../posts/post.access.ts';
import { loadCommentPush, loadCommentRow } from './comment.view.ts';

/**
 * Pushes comments to the users who have the post on screen, and a new one to the post's author too, once per socket.
 * Users whom a block separates from the commenter or the post's author receive nothing. Comments on a post with an
 * audience are pushed to its members.
 */
export function publishComments({ events, publish, pool }: PublishContext): void {
  events.on('comment-created', async ({ commentId }) => {
    const push = await loadCommentPush(pool, commentId);
    if (!push) return;
    const { comment, audience, hidden } = push;
    const to = await listReceivers(audience, [rooms.post(comment.postId), rooms.user(comment.postUserId)]);
    const others = audience.audience === 'everyone' ? [rooms.creators] : [];
    publish({ to, except: [...hidden.map(rooms.user), ...others] }, 'new-comment', comment);
  });
  // A block does not remove users from the room of a post on screen, so a deletion has to exclude them too.
  events.on('comment-deleted', async ({ commentId, postId, userId, postUserId }) => {
    const hidden = await listBlockedEitherWay(pool, userId, postUserId);
    const to = await listReceivers(await loadPostAudience(pool, postId), [rooms.post(postId)]);
    publish({ to, except: hidden.map(rooms.user) }, 'comment-deleted', { id: commentId, postId });
  });

  /** Returns the given rooms for a post that everyone can see, otherwise those of the members who can see it now. */
  async function listReceivers(audience: StoredAudience | null, open: readonly string[]): Promise<readonly string[]> {
    const readers = audience ? await listReaders(pool, audience) : [];
    return readers?.map(rooms.user) ?? open;
  }
}

/** Intents that only the author of a comment may send. */
export function commentOwnership(pool: Pool): OwnershipRules {
  return { 'new-comment': async (id, userId) => (await loadCommentRow(pool, id, userId))?.user_id === userId };
}
