import type { CommentView, PublicCommentView } from '#shared/api/comments.ts';
import type { UserCard } from '#shared/api/users.ts';
import { MINUTE_MS } from '#shared/time.ts';
import { insertItem, itemsOf, mapItems, type PagedData } from '../../lib/http/pages.ts';
import { isOlderEdit } from '../../lib/live/older-edit.ts';

/** The cached pages of a post's comments: the chosen answer, then the others, oldest first. */
export type Thread = PagedData<CommentView>;

/**
 * Inserts a comment by its position below the chosen answer, or replaces it unless the cached one has a newer text;
 * skips one beyond the loaded pages.
 */
export function addComment(thread: Thread, comment: CommentView): Thread {
  const cached = itemsOf(thread).find(({ id }) => id === comment.id);
  if (cached)
    return isOlderEdit(comment, cached) ? thread : replaceComment(thread, { ...comment, isAnswer: cached.isAnswer });
  return insertItem(thread, comment, (other) => !other.isAnswer && isOlder(comment, other));
}

/** Replaces a comment where it is, unless the cached one has a newer text. */
export function replaceComment(thread: Thread, comment: CommentView): Thread {
  return mapItems(thread, (other) => (other.id === comment.id && !isOlderEdit(comment, other) ? comment : other));
}

/** A comment that is shown before the server has stored it, or could not be sent. */
export interface PendingComment {
  /** The idempotency key of its request. */
  key: string;
  content: string;
  status: 'sending' | 'failed' | 'sent';
  error?: string;
  /** When it was written, by the clock of this device. */
  at: string;
  /** The ids of the user's comments that were loaded before. */
  before: readonly string[];
  /** The stored comment, once the response has arrived. */
  view?: CommentView;
}

/** How much the clock of a device may differ from that of the server, in milliseconds. */
const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS;

/**
 * Returns the pending comments that are not among the loaded ones yet. The push, or a fetch after a lost response, can
 * contain a comment before its response does; it is recognised by its author, its text and its time.
 */
export function pendingOnly(
  pending: readonly PendingComment[],
  loaded: readonly CommentView[],
  userId: string,
): PendingComment[] {
  const own = new Map(loaded.filter((comment) => comment.userId === userId).map((comment) => [comment.id, comment]));
  for (const { view } of pending) if (view) own.delete(view.id);
  const known = new Set(loaded.map(({ id }) => id));
  return pending.filter(({ view, content, at, before }) => {
    if (view) return !known.has(view.id);
    const sinceMs = Date.parse(at) - CLOCK_TOLERANCE_MS;
    const isStored = (comment: CommentView): boolean =>
      comment.content === content && !before.includes(comment.id) && Date.parse(comment.createdAt) >= sinceMs;
    const stored = [...own.values()].find(isStored);
    if (stored) own.delete(stored.id);
    return !stored;
  });
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
