import type { PublicCommentView } from '../api/comments.ts';
import type { Push } from './contract.ts';

/** Pushes of comments, to the room post-{postId} and, for a new comment, the post's author. */
export interface CommentPushes {
  /**
   * `postUserId` is the author of the post: only they get a toast, and can choose the answer to a question.
   */
  'new-comment': Push<PublicCommentView & { postUserId: string; isQuestion: boolean }>;
  'comment-deleted': Push<{ id: string; postId: string }>;
}

/** Intents of comments. */
export interface CommentIntents {
  'new-comment': { id: string };
}
