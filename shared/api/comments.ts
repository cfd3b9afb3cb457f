import { endpoint, endpoints } from './endpoint.ts';
import type { commentSchemas } from './comments.schema.ts';
import type { Mention } from '../mentions.ts';
import type { UserCard } from './users.ts';

/** A comment as pushed to every reader of the post. */
export interface PublicCommentView {
  id: string;
  postId: string;
  userId: string;
  content: string;
  createdAt: string;
  editedAt: string | null;
  /** The users that the content mentions. */
  mentions: Mention[];
  author: UserCard;
}

/** A comment in a response. */
export interface CommentView extends PublicCommentView {
  /** True when the author of the question chose it; it is listed first. */
  isAnswer: boolean;
  viewer: { canEdit: boolean; canDelete: boolean; canChoose: boolean };
}

/** Comments of a post, oldest first; a chosen answer is listed above them on the first page. */
export const commentEndpoints = endpoints<typeof commentSchemas>()({
  listComments: endpoint<CommentView[]>()({
    method: 'GET',
    path: '/api/comments',
    who: 'memberOrAuthor',
    errors: ['NOT_FOUND'],
    isPage: true,
  }),
  createComment: endpoint<CommentView>()({
    method: 'POST',
    path: '/api/comments',
    who: 'memberOrAuthor',
    limit: 'comments',
    errors: ['NOT_FOUND', 'NOT_ALLOWED'],
    status: 201,
    untilConfirmed: 'counted',
  }),
  editComment: endpoint<CommentView>()({
    method: 'PATCH',
    path: '/api/comments/:id',
    who: 'memberOrAuthor',
    errors: ['NOT_FOUND', 'NOT_OWNER', 'NOT_ALLOWED', 'STALE'],
    isVersioned: true,
  }),
  /** Chooses the answer to the caller's question; replaces an earlier choice. */
  chooseAnswer: endpoint<void>()({
    method: 'PUT',
    path: '/api/comments/:id/answer',
    who: 'memberOrAuthor',
    errors: ['NOT_FOUND', 'NOT_OWNER'],
  }),
  unchooseAnswer: endpoint<void>()({
    method: 'DELETE',
    path: '/api/comments/:id/answer',
    who: 'memberOrAuthor',
    errors: ['NOT_FOUND', 'NOT_OWNER'],
  }),
  removeComment: endpoint<void>()({
    method: 'DELETE',
    path: '/api/comments/:id',
    who: 'memberOrAuthor',
    errors: ['NOT_FOUND', 'NOT_OWNER'],
  }),
});
