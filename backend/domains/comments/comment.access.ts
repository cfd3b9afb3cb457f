import type { EntityManager } from '@mikro-orm/postgresql';
import { LOCKED } from '../../db/transact.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import { Comment } from './comment.entity.ts';
import { loadCommentRow } from './comment.view.ts';

/** A right to a comment. */
export type CommentRight = 'edit' | 'delete' | 'choose';

/**
 * Loads a comment for an edit (by its author), a deletion (by its author or the post's), or the choice as the answer
 * (by the post's author). @throws AppError NOT_FOUND when the viewer cannot see it, NOT_OWNER without the right.
 */
export async function loadCommentFor(
  em: EntityManager,
  commentId: string,
  { viewerId, right }: { viewerId: string; right: CommentRight },
): Promise<Comment> {
  const row = await loadCommentRow(em, commentId, viewerId);
  const comment =
    row && (await em.findOne(Comment, { id: commentId }, right === 'edit' ? { ...LOCKED, refresh: true } : {}));
  if (!row || !comment) throw notFound('This comment');
  if (right === 'choose') {
    if (!row.is_question) throw notFound('This question');
    if (row.post_user_id !== viewerId)
      throw new AppError('NOT_OWNER', 'Only the author of the question can choose the answer');
    return comment;
  }
  const isAllowed = row.user_id === viewerId || (right === 'delete' && row.post_user_id === viewerId);
  if (!isAllowed) throw new AppError('NOT_OWNER', 'Only the author can change this comment');
  return comment;
}
