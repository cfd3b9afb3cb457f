import type { CommentView, PublicCommentView } from '#shared/api/comments.ts';
import type { UserCard } from '#shared/api/users.ts';
import { insertItem, mapItems, type PagedData } from '../../lib/http/pages.ts';

/** The cached pages of a post's comments: the chosen answer, then the others, oldest first. */
export type Thread = PagedData<CommentView>;

/** Inserts or replaces a comment by its position below the chosen answer; skips one beyond the loaded pages. */
export function addComment(thread: Thread, comment: CommentView): Thread {
  return insertItem(thread, comment, (other) => !other.isAnswer && isOlder(comment, other));
}

function isOlder(a: CommentView, b: CommentView): boolean {
  return a.createdAt === b.createdAt ? a.id < b.id : a.createdAt < b.createdAt;
}

/** new-comment: inserts the comment as a fetch would return it for this user. */
export function applyNewComment(
  thread: Thread,
  push: PublicCommentView & { postUserId: string; isQuestion: boolean },
  viewerId: string,
): Thread {
  const { id, postId, userId, content, createdAt, editedAt, mentions, author } = push;
  const isOwn = userId === viewerId;
  const ownsPost = push.postUserId === viewerId;
  const viewer = { canEdit: isOwn, canDelete: isOwn || ownsPost, canChoose: ownsPost && push.isQuestion };
  const view = { id, postId, userId, content, createdAt, editedAt, mentions, author };
  return addComment(thread, { ...view, isAnswer: false, viewer });
}

/** comment-deleted: removes the comment. */
export function applyCommentDeleted(thread: Thread, commentId: string): Thread {
  return mapItems(thread, (comment) => (comment.id === commentId ? null : comment));
}

/** profile-updated: replaces name and photo of an author. */
export function applyCommentAuthor(
  thread: Thread,
  { id, fullName, username, profileImage }: Pick<UserCard, 'id' | 'fullName' | 'username' | 'profileImage'>,
): Thread {
  return mapItems(thread, (comment) =>
    comment.userId === id ? { ...comment, author: { ...comment.author, fullName, username, profileImage } } : comment,
  );
}
