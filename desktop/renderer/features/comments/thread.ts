import type { InfiniteData } from '@tanstack/react-query';
import type { CommentView, PublicCommentView } from '#shared/api/comments.ts';
import type { UserCard } from '#shared/api/users.ts';
import type { ClientPage } from '../../lib/http/api.ts';

/** The cached pages of a post's comments, oldest first. */
export type Thread = InfiniteData<ClientPage<CommentView>>;

/** Returns all comments of the cached pages in order. */
export function listComments(thread: Thread | undefined): CommentView[] {
  return thread?.pages.flatMap((page) => page.items) ?? [];
}

/** Changes each comment; null removes it. */
export function mapComments(thread: Thread, change: (comment: CommentView) => CommentView | null): Thread {
  return {
    ...thread,
    pages: thread.pages.map((page) => ({
      ...page,
      items: page.items.map(change).filter((comment) => comment !== null),
    })),
  };
}

/** Inserts or replaces a comment by its position below the chosen answer; skips one beyond the loaded pages. */
export function addComment(thread: Thread, comment: CommentView): Thread {
  const without = mapComments(thread, (other) => (other.id === comment.id ? null : other));
  for (const [index, page] of without.pages.entries()) {
    const at = page.items.findIndex((other) => !other.isAnswer && isOlder(comment, other));
    const isEnd = index === without.pages.length - 1 && page.nextCursor === null;
    if (at === -1 && !isEnd) continue;
    const items = at === -1 ? [...page.items, comment] : page.items.toSpliced(at, 0, comment);
    return { ...without, pages: without.pages.with(index, { ...page, items }) };
  }
  return without;
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
  const { id, postId, userId, content, createdAt, editedAt, author } = push;
  const isOwn = userId === viewerId;
  const ownsPost = push.postUserId === viewerId;
  const viewer = { canEdit: isOwn, canDelete: isOwn || ownsPost, canChoose: ownsPost && push.isQuestion };
  return addComment(thread, { id, postId, userId, content, createdAt, editedAt, author, isAnswer: false, viewer });
}

/** comment-deleted: removes the comment. */
export function applyCommentDeleted(thread: Thread, commentId: string): Thread {
  return mapComments(thread, (comment) => (comment.id === commentId ? null : comment));
}

/** profile-updated: replaces the card of an author. */
export function applyCommentAuthor(thread: Thread, author: UserCard): Thread {
  return mapComments(thread, (comment) => (comment.userId === author.id ? { ...comment, author } : comment));
}
