import { endpoint, type PageQuery } from './endpoint.ts';
import type { UserCard } from './users.ts';

/**
 * Feeds a member can ask for: the whole product, the own network, the saved, the own, questions without a chosen
 * answer.
 */
export const POST_SCOPES = ['all', 'network', 'saved', 'mine', 'unanswered'] as const;
/** One of {@link POST_SCOPES}. */
export type PostScope = (typeof POST_SCOPES)[number];

/** Orders of the feeds All and Network: newest first, or what is much liked, commented on and shared lately. */
export const POST_SORTS = ['recent', 'top'] as const;
/** One of {@link POST_SORTS}. */
export type PostSort = (typeof POST_SORTS)[number];

/**
 * Facts that a reader can switch off: a connection wrote it, a connection shared it without a word, the author is at
 * the reader's institution, many people like it. The first that holds is the post's `why`.
 */
export const FEED_FACTS = ['connection', 'shared', 'institution', 'popular'] as const;
/** One of {@link FEED_FACTS}. */
export type FeedFact = (typeof FEED_FACTS)[number];

/** What a post can carry: a card of it stands under the text, live. */
export const ATTACHED_TYPES = ['event'] as const;
/** What a post carries. */
export interface Attached {
  type: (typeof ATTACHED_TYPES)[number];
  id: string;
}

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
  why: 'own' | FeedFact | 'everyone' | 'saved';
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
  isQuestion: boolean;
  /** The comment that the author chose as the answer; null while there is none. */
  answerId: string | null;
  /** Null where it carries nothing, or what it carried is gone. */
  attached: Attached | null;
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
  /** Asks for an answer, which the author can choose among the comments. */
  isQuestion?: boolean | undefined;
  /** Something that the author sees. */
  attach?: Attached | undefined;
}

/** One version of a post. */
export interface PostVersion {
  content: string;
  imageAlt: string | null;
  /** When it was published. */
  at: string;
}

/** What a member has chosen about feeds. */
export interface FeedSettingsView {
  /** Posts that stand in All for one of these are left out; in Network it is `shared` alone that counts. */
  hiddenFacts: FeedFact[];
}

/**
 * Query of GET /api/posts: newest first unless `sort` says otherwise; `since` is the id of the newest post known (only
 * newer ones are answered).
 */
export interface ListPostsQuery extends PageQuery {
  scope?: PostScope;
  sort?: PostSort;
  authorId?: string;
  since?: string;
}

interface ById {
  params: { id: string };
}

/** Posts, likes and shares. */
export const postEndpoints = {
  listPosts: endpoint<{ query?: ListPostsQuery }, PostView[]>({
    method: 'GET',
    path: '/api/posts',
    who: 'member',
    errors: [],
    isPage: true,
  }),
  /** Posts of one person. */
  listUserPosts: endpoint<ById & { query?: PageQuery }, PostView[]>({
    method: 'GET',
    path: '/api/users/:id/posts',
    who: 'member',
    errors: ['NOT_FOUND'],
    isPage: true,
  }),
  createPost: endpoint<{ body: CreatePostInput }, PostView>({
    method: 'POST',
    path: '/api/posts',
    who: 'member',
    errors: ['NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS'],
  }),
  getPost: endpoint<ById, PostView>({ method: 'GET', path: '/api/posts/:id', who: 'member', errors: ['NOT_FOUND'] }),
  editPost: endpoint<ById & { body: { content?: string; imageAlt?: string } }, PostView>({
    method: 'PATCH',
    path: '/api/posts/:id',
    who: 'member',
    errors: ['NOT_FOUND', 'NOT_OWNER'],
  }),
  removePost: endpoint<ById, void>({
    method: 'DELETE',
    path: '/api/posts/:id',
    who: 'member',
    errors: ['NOT_FOUND', 'NOT_OWNER'],
  }),
  /** The present version first, then the earlier ones, at most 50. */
  getPostHistory: endpoint<ById, PostVersion[]>({
    method: 'GET',
    path: '/api/posts/:id/history',
    who: 'member',
    errors: ['NOT_FOUND'],
  }),
  getFeedSettings: endpoint<Record<never, never>, FeedSettingsView>({
    method: 'GET',
    path: '/api/feed-settings',
    who: 'member',
    errors: [],
  }),
  setFeedSettings: endpoint<{ body: FeedSettingsView }, FeedSettingsView>({
    method: 'PUT',
    path: '/api/feed-settings',
    who: 'member',
    errors: [],
  }),
  likePost: endpoint<ById, { likes: number; liked: boolean }>({
    method: 'PUT',
    path: '/api/posts/:id/like',
    who: 'member',
    errors: ['NOT_FOUND'],
  }),
  unlikePost: endpoint<ById, { likes: number; liked: boolean }>({
    method: 'DELETE',
    path: '/api/posts/:id/like',
    who: 'member',
    errors: ['NOT_FOUND'],
  }),
  listLikes: endpoint<ById & { query?: PageQuery }, UserCard[]>({
    method: 'GET',
    path: '/api/posts/:id/likes',
    who: 'member',
    errors: ['NOT_FOUND'],
    isPage: true,
  }),
  sharePost: endpoint<ById & { body: { comment?: string | undefined } }, PostView>({
    method: 'POST',
    path: '/api/posts/:id/share',
    who: 'member',
    errors: ['NOT_FOUND', 'ALREADY_SHARED', 'IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS'],
  }),
} as const;
