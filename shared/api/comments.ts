import { endpoint, type PageQuery } from './endpoint.ts';
import type { UserCard } from './users.ts';

/** A comment as pushed to everyone who reads the post. */
export interface PublicCommentView {
  id: string;
  postId: string;
  userId: string;
  content: string;
  createdAt: string;
  editedAt: string | null;
  author: UserCard;
}

/** A comment as answered to a request. */
export interface CommentView extends PublicCommentView {
  /** The author of the question chose it; it stands first. */
  isAnswer: boolean;
  viewer: { canEdit: boolean; canDelete: boolean; canChoose: boolean };
}

/** Comments of a post, oldest first; a chosen answer stands above them on the first page. */
export const commentEndpoints = {
  listComments: endpoint<{ query: PageQuery & { postId: string } }, CommentView[]>({
    method: 'GET',
    path: '/api/comments',
    who: 'member',
    errors: ['NOT_FOUND'],
    isPage: true,
  }),
  createComment: endpoint<{ body: { postId: string; content: string } }, CommentView>({
    method: 'POST',
    path: '/api/comments',
    who: 'member',
    errors: ['NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS'],
  }),
  editComment: endpoint<{ params: { id: string }; body: { content: string } }, CommentView>({
    method: 'PATCH',
    path: '/api/comments/:id',
    who: 'member',
    errors: ['NOT_FOUND', 'NOT_OWNER'],
  }),
  /** Chooses the answer to an own question, in place of the one before. */
  chooseAnswer: endpoint<{ params: { id: string } }, void>({
    method: 'PUT',
    path: '/api/comments/:id/answer',
    who: 'member',
    errors: ['NOT_FOUND', 'NOT_OWNER'],
  }),
  unchooseAnswer: endpoint<{ params: { id: string } }, void>({
    method: 'DELETE',
    path: '/api/comments/:id/answer',
    who: 'member',
    errors: ['NOT_FOUND', 'NOT_OWNER'],
  }),
  removeComment: endpoint<{ params: { id: string } }, void>({
    method: 'DELETE',
    path: '/api/comments/:id',
    who: 'member',
    errors: ['NOT_FOUND', 'NOT_OWNER'],
  }),
} as const;
