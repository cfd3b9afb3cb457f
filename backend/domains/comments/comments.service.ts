import type { EntityManager } from '@mikro-orm/postgresql';
import type { PoolClient } from 'pg';
import type { CommentView } from '#shared/api/comments.ts';
import { mentionedNames, type StoredMention } from '#shared/mentions.ts';
import { databaseNow, newId } from '../../db/clock.ts';
import { read } from '../../db/read.ts';
import { publishDomainEvent } from '../../domain-events.ts';
import { transact } from '../../db/transact.ts';
import { notFound } from '../../http/app-error.ts';
import { refuseStale, versionOf } from '../../http/text-version.ts';
import { orPostGone, readablePost } from '../posts/post.access.ts';
import { countNewComment, setAnswerOf, uncountComment } from '../posts/post-comments.service.ts';
import { loadMentions, newlyMentioned } from '../audiences/mention.view.ts';
import { loadCommentFor } from './comment.access.ts';
import { Comment } from './comment.entity.ts';
import { COMMENT_COLUMNS, listThreadUserIds, loadCommentRow, toCommentView, type CommentRow } from './comment.view.ts';

/** Stores a comment ($3) on the post $2 and counts it; returns no row when the viewer ($1) cannot read the post. */
const CREATE = {
  name: 'comment-create',
  text: `with seen as (${readablePost('p.id, p.user_id, p.is_question')}), c as (
      insert into comments (id, post_id, user_id, content, mentions) select $3, id, $1, $4, $5 from seen returning *
    ), counted as (${countNewComment('select post_id from c')})
    select ${COMMENT_COLUMNS}, seen.user_id as post_user_id, seen.is_question, false as is_answer
    from c join users u on u.id = c.user_id cross join seen`,
};
const REMOVE = { name: 'comment-remove', text: 'delete from comments where id = $1 returning id' };

async function loadView(em: EntityManager, commentId: string, viewerId: string): Promise<CommentView> {
  const row = await loadCommentRow(em, commentId, viewerId);
  if (!row) throw notFound('This comment');
  return toCommentView(row, viewerId);
}

/** Loads whom a comment mentions; a text without an at sign reads nothing. */
async function mentionsOf(
  tx: EntityManager | PoolClient,
  authorId: string,
  { postId, content, before }: { postId: string; content: string; before?: readonly StoredMention[] },
): Promise<StoredMention[]> {
  if (mentionedNames(content).length === 0) return [];
  const threadUserIds = await listThreadUserIds(tx, postId);
  return loadMentions(tx, { authorId, threadUserIds, ...(before && { before }) }, content);
}

/** Comments on a readable post, in the running transaction. @throws AppError NOT_FOUND. */
export async function createComment(
  tx: EntityManager | PoolClient,
  userId: string,
  { postId, content }: { postId: string; content: string },
): Promise<CommentView> {
  const mentions = await mentionsOf(tx, userId, { postId, content });
  const values = [userId, postId, newId(), content, JSON.stringify(mentions)];
  const [comment] = await orPostGone(read<CommentRow>(tx, CREATE, values));
  if (!comment) throw notFound('This post');
  publishDomainEvent(tx, 'comment-created', { commentId: comment.id, postId, userId });
  publishDomainEvent(tx, 'post-counted', { postId });
  return toCommentView(comment, userId);
}

/**
 * Changes an own comment and sets the time of the edit; `countMentions` runs when the edit mentions another member, and
 * refuses the edit by throwing.
 *
 * @throws AppError NOT_FOUND, NOT_OWNER, STALE.
 */
export async function editComment(
  em: EntityManager,
  userId: string,
  {
    commentId,
    content,
    version,
    countMentions,
  }: { commentId: string; content: string; version: string | undefined; countMentions?: () => Promise<void> },
): Promise<CommentView> {
  return transact(em, async (tx) => {
    const comment = await loadCommentFor(tx, commentId, { viewerId: userId, right: 'edit' });
    refuseStale(version, versionOf(comment));
    const postId = String(comment.postId);
    const before = comment.mentions ?? [];
    const mentions = await mentionsOf(tx, userId, { postId, content, before });
    const userIds = newlyMentioned(userId, mentions, before);
    if (userIds.length > 0) {
      await countMentions?.();
      publishDomainEvent(tx, 'comment-mentions-added', { commentId, postId, userId, userIds });
    }
    comment.content = content;
    comment.mentions = mentions;
    comment.editedAt = databaseNow();
    await tx.flush();
    return loadView(tx, commentId, userId);
  });
}

/** Deletes an own comment, or any under an own post. @throws AppError NOT_FOUND, NOT_OWNER. */
export async function removeComment(em: EntityManager, userId: string, commentId: string): Promise<void> {
  await transact(em, async (tx) =>
    deleteComment(tx, await loadCommentFor(tx, commentId, { viewerId: userId, right: 'delete' })),
  );
}

/** Chooses or unchooses the answer to a question; a repeat changes nothing. @throws AppError NOT_FOUND, NOT_OWNER. */
export async function setAnswer(
  em: EntityManager,
  userId: string,
  { commentId, isChosen }: { commentId: string; isChosen: boolean },
): Promise<void> {
  await transact(em, async (tx) => {
    const { postId } = await loadCommentFor(tx, commentId, { viewerId: userId, right: 'choose' });
    if (!(await setAnswerOf(tx, postId, { commentId, isChosen }))) return;
    publishDomainEvent(tx, 'post-updated', { postId, userId });
    if (isChosen) publishDomainEvent(tx, 'answer-chosen', { commentId, postId, userId });
  });
}

/** Deletes any comment as {@link removeComment} does, for an operator; returns false when it is already gone. */
export async function takeDownComment(em: EntityManager, commentId: string): Promise<boolean> {
  return transact(em, async (tx) => {
    const comment = await tx.findOne(Comment, { id: commentId });
    if (comment) await deleteComment(tx, comment);
    return comment !== null;
  });
}

async function deleteComment(tx: EntityManager, { id: commentId, postId, userId }: Comment): Promise<void> {
  // Of two simultaneous deletions, only the one that deleted the row decrements the count.
  const removed = await read(tx, REMOVE, [commentId]);
  if (removed.length === 0) throw notFound('This comment');
  await setAnswerOf(tx, postId, { commentId, isChosen: false });
  const postUserId = await uncountComment(tx, postId);
  // A deletion of the post closes its room, and post-deleted notifies its readers.
  if (postUserId === null) return;
  publishDomainEvent(tx, 'comment-deleted', { commentId, postId, userId, postUserId });
}
