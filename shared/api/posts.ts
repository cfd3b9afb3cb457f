import { endpoint, type PageQuery } from './endpoint.ts';
import type { UserCard } from './users.ts';

/** Feeds a member can ask for: the whole product, the own network, the saved, the own. */
export const POST_SCOPES = ['all', 'network', 'saved', 'mine'] as const;
/** One of {@link POST_SCOPES}. */
export type PostScope = (typeof POST_SCOPES)[number];

/** What a shared post shows of the original; null where the original is gone or hidden from the viewer. */
export interface SharedPostView {
  id: string;
  content: string;
  imageUrl: string | null;
  imageAlt: string | null;
  createdAt: string;
  author: UserCard;
}

/** What the post is to the one who looks. */
export interface PostViewer {
  liked: boolean;
  saved: boolean;
  canEdit: boolean;
  canDelete: boolean;
  /** Why the post stands in this feed. */
  why: 'own' | 'connection' | 'everyone' | 'saved';
}

/** A post as pushed to everyone who may see it. Dates are ISO 8601. */
export interface PublicPostView {
  id: string;
  userId: string;
  content: string;
  imageUrl: string | null;
  imageAlt: string | null;
  likes: number;
  comments: number;
  shares: number;
  createdAt: string;
  editedAt: string | null;
  sharedPostId: string | null;
  shared: SharedPostView | null;
  author: UserCard;
}

/** A post as answered to a request. */
export interface PostView extends PublicPostView {
  viewer: PostViewer;
}

/** Body of POST /api/posts. An image comes by `fileId`, or by the `imageUrl` that its upload answered. */
export interface CreatePostInput {
  content: string;
  fileId?: string | undefined;
  imageUrl?: string | undefined;
  imageAlt?: string | undefined;
}

/** Query of GET /api/posts: newest first; `since` is the id of the newest post known (only newer ones are answered). */
export interface ListPostsQuery extends PageQuery {
  scope?: PostScope;
  authorId?: string;
  since?: string;
}

interface ById {
  params: { id: string };
}

/** Posts, likes and shares. */
export const postEndpoints = {
  listPosts: endpoint<{ query?: ListPostsQuery }, PostView[]>({
    method: 'GET', path: '/api/posts', who: 'member', errors: [], isPage: true,
  }),
  /** Posts of one person. */
  listUserPosts: endpoint<ById & { query?: PageQuery }, PostView[]>({
    method: 'GET', path: '/api/users/:id/posts', who: 'member', errors: ['NOT_FOUND'], isPage: true,
  }),
  createPost: endpoint<{ body: CreatePostInput }, PostView>({
    method: 'POST', path: '/api/posts', who: 'member',
    errors: ['NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS'],
  }),
  getPost: endpoint<ById, PostView>({ method: 'GET', path: '/api/posts/:id', who: 'member', errors: ['NOT_FOUND'] }),
  editPost: endpoint<ById & { body: { content?: string; imageAlt?: string } }, PostView>({
    method: 'PATCH', path: '/api/posts/:id', who: 'member', errors: ['NOT_FOUND', 'NOT_OWNER'],
  }),
  removePost: endpoint<ById, void>({
    method: 'DELETE', path: '/api/posts/:id', who: 'member', errors: ['NOT_FOUND', 'NOT_OWNER'],
  }),
  likePost: endpoint<ById, { likes: number; liked: boolean }>({
    method: 'PUT', path: '/api/posts/:id/like', who: 'member', errors: ['NOT_FOUND'],
  }),
  unlikePost: endpoint<ById, { likes: number; liked: boolean }>({
    method: 'DELETE', path: '/api/posts/:id/like', who: 'member', errors: ['NOT_FOUND'],
  }),
  listLikes: endpoint<ById & { query?: PageQuery }, UserCard[]>({
    method: 'GET', path: '/api/posts/:id/likes', who: 'member', errors: ['NOT_FOUND'], isPage: true,
  }),
  sharePost: endpoint<ById & { body: { comment?: string | undefined } }, PostView>({
    method: 'POST', path: '/api/posts/:id/share', who: 'member',
    errors: ['NOT_FOUND', 'ALREADY_SHARED', 'IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS'],
  }),
} as const;
