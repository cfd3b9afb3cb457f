import { ForeignKeyConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { CommentView } from '#shared/api/comments.ts';
import { read } from '../../db/read.ts';
import { recordFact, transact } from '../../facts.ts';
import { notFound } from '../../http/app-error.ts';
import { checkPostReadable } from '../posts/post.access.ts';
import { loadCommentFor } from './comment.access.ts';
import { Comment } from './comment.entity.ts';
import { loadCommentRow, toCommentView } from './comment.view.ts';

const COUNT = {
  name: 'comment-count',
  text: 'update posts set comments = comments + $2 where id = $1 returning user_id',
};
const CHOOSE = {
  name: 'answer-choose',
  text: 'update posts set answer_id = $2 where id = $1 and answer_id is distinct from $2 returning id',
};
/** Only the one that is chosen can be unchosen. */
const UNCHOOSE = {
  name: 'answer-unchoose',
  text: 'update posts set answer_id = null where id = $1 and answer_id = $2 returning id',
};
const REMOVE = { name: 'comment-remove', text: 'delete from comments where id = $1 returning id' };

async function loadView(em: EntityManager, commentId: string, viewerId: string): Promise<CommentView> {
  const row = await loadCommentRow(em, commentId, viewerId);
  if (!row) throw notFound('This comment');
  return toCommentView(row, viewerId);
}

/**
 * Changes the post's counter, which those who have only the feed open hear of by the post, and answers its author; null
 * when it is gone.
 */
async function countComment(tx: EntityManager, postId: string, step: 1 | -1): Promise<string | null> {
  const [post] = await read<{ user_id: string }>(tx, COUNT, [postId, step]);
  if (!post) return null;
  recordFact(tx, 'post-updated', { postId, userId: post.user_id });
  return post.user_id;
}

/** Comments on a readable post. @throws AppError NOT_FOUND. */
export async function createComment(
  em: EntityManager,
  userId: string,
  { postId, content }: { postId: string; content: string },
): Promise<CommentView> {
  return transact(em, async (tx) => {
    await checkPostReadable(tx, postId, userId);
    const comment = tx.create(Comment, { postId, userId, content });
    recordFact(tx, 'comment-created', { commentId: comment.id, postId, userId });
    try {
      await tx.flush();
    } catch (error) {
      throw error instanceof ForeignKeyConstraintViolationException ? notFound('This post') : error;
    }
    await countComment(tx, postId, 1);
    return loadView(tx, comment.id, userId);
  });
}

/** Changes an own comment and marks it as edited. @throws AppError NOT_FOUND, NOT_OWNER. */
export async function editComment(
  em: EntityManager,
  userId: string,
  { commentId, content }: { commentId: string; content: string },
): Promise<CommentView> {
  return transact(em, async (tx) => {
    const comment = await loadCommentFor(tx, commentId, { viewerId: userId, right: 'edit' });
    comment.content = content;
    comment.editedAt = new Date();
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

/**
 * Chooses the comment as the answer to its question, or takes the choice back; a repeat changes nothing. @throws
 * AppError NOT_FOUND, NOT_OWNER.
 */
export async function setAnswer(
  em: EntityManager,
  userId: string,
  { commentId, isChosen }: { commentId: string; isChosen: boolean },
): Promise<void> {
  await transact(em, async (tx) => {
    const { postId } = await loadCommentFor(tx, commentId, { viewerId: userId, right: 'choose' });
    const changed = await read(tx, isChosen ? CHOOSE : UNCHOOSE, [postId, commentId]);
    if (changed.length > 0) recordFact(tx, 'post-updated', { postId, userId });
  });
}

/** Deletes anyone's comment as {@link removeComment} does, for an operator; answers false when it is gone already. */
export async function takeDownComment(em: EntityManager, commentId: string): Promise<boolean> {
  return transact(em, async (tx) => {
    const comment = await tx.findOne(Comment, { id: commentId });
    if (comment) await deleteComment(tx, comment);
    return comment !== null;
  });
}

async function deleteComment(tx: EntityManager, { id: commentId, postId, userId }: Comment): Promise<void> {
  // Two deletions at once: only the one that took the row counts down.
  const removed = await read(tx, REMOVE, [commentId]);
  if (removed.length === 0) throw notFound('This comment');
  await read(tx, UNCHOOSE, [postId, commentId]);
  const postUserId = await countComment(tx, postId, -1);
  // With the post its room is gone, and post-deleted tells its readers.
  if (postUserId === null) return;
  recordFact(tx, 'comment-deleted', { commentId, postId, userId, postUserId });
}
