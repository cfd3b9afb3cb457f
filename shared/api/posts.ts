import type * as z from 'zod/mini';
import { endpoint, endpoints } from './endpoint.ts';
import type { postSchemas, profilePostSchemas } from './posts.schema.ts';
import type { AudienceView } from './audiences.ts';
import type { Mention } from '../mentions.ts';
import type { UserCard } from './users.ts';

/**
 * Feeds: every post, posts of the own network and groups, saved posts, own posts, questions without a chosen answer,
 * the discussion of a class with its pinned posts and newest announcements first, the announcements of a class.
 */
export const POST_SCOPES = ['all', 'network', 'saved', 'mine', 'unanswered', 'course', 'announcements'] as const;
/** One of {@link POST_SCOPES}. */
export type PostScope = (typeof POST_SCOPES)[number];
/** The scopes of one class, which `courseId` names. */
export const CLASS_SCOPES = ['course', 'announcements'] as const satisfies readonly PostScope[];
/** One of {@link CLASS_SCOPES}. */
export type ClassScope = (typeof CLASS_SCOPES)[number];

/**
 * Orders of the feeds All and Network: newest first, or first the posts with the most likes, comments and shares
 * lately.
 */
export const POST_SORTS = ['recent', 'top'] as const;
/** One of {@link POST_SORTS}. */
export type PostSort = (typeof POST_SORTS)[number];

/**
 * Reasons that a reader can turn off: a connection wrote it, a connection shared it without a comment, the author is at
 * the reader's institution, it has many likes. The first that applies is the post's `why`.
 */
export const FEED_REASONS = ['connection', 'shared', 'institution', 'popular'] as const;
/** One of {@link FEED_REASONS}. */
export type FeedReason = (typeof FEED_REASONS)[number];

/** Types of records that can be attached to a post; they are shown as a card below the text. */
export const ATTACHED_TYPES = ['event', 'course'] as const;
/** A record attached to a post. */
export interface Attached {
  type: (typeof ATTACHED_TYPES)[number];
  id: string;
}

/** The original of a shared post; null when it is deleted or hidden from the viewer. */
export interface SharedPostView {
  id: string;
  content: string;
  imageUrl: string | null;
  imageAlt: string | null;
  createdAt: string;
  mentions: Mention[];
  author: UserCard;
}

/** The viewer's actions on the post and permissions for it. */
export interface PostViewer {
  liked: boolean;
  saved: boolean;
  canEdit: boolean;
  canDelete: boolean;
  /** Why the post is in this feed; `group` is an institution or a class that the viewer belongs to. */
  why: 'own' | 'group' | FeedReason | 'everyone' | 'saved';
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
  /** True for an announcement of the author of an item to its class. */
  isAnnouncement: boolean;
  /** True when the author of an item pinned it to the top of its class. */
  isPinned: boolean;
  audience: AudienceView;
  /** The comment that the author chose as the answer; null when there is none. */
  answerId: string | null;
  /** Null without an attachment, or when the attached record is deleted. */
  attached: Attached | null;
  sharedPostId: string | null;
  shared: SharedPostView | null;
  /** The users that the content mentions. */
  mentions: Mention[];
  author: UserCard;
}

/** The counters of a post, and when it was edited, as pushed while its text stays the same. */
export type PostCounters = Pick<PublicPostView, 'id' | 'likes' | 'comments' | 'shares' | 'editedAt'>;

/** A post in the response of a request. */
export interface PostView extends PublicPostView {
  viewer: PostViewer;
}

/** Body of POST /api/posts. An image is named by `fileId`, or by the `imageUrl` that its upload returned. */
export type CreatePostInput = z.infer<typeof postSchemas.createPost.body>;

/** One version of a post. */
export interface PostVersion {
  content: string;
  imageAlt: string | null;
  /** When it was published. */
  at: string;
}

/** Feed settings of a member. */
export interface FeedSettingsView {
  /** Posts that are in All for one of these reasons are hidden; in Network only `shared` has an effect. */
  hiddenReasons: FeedReason[];
}

/** Posts, likes and shares. */
export const postEndpoints = endpoints<typeof postSchemas>()({
  listPosts: endpoint<PostView[]>()({
    method: 'GET',
    path: '/api/posts',
    who: 'memberOrAuthor',
    errors: ['NOT_FOUND'],
    isPage: true,
  }),
  createPost: endpoint<PostView>()({
    method: 'POST',
    path: '/api/posts',
    who: 'memberOrAuthor',
    limit: 'posts',
    errors: ['NOT_FOUND', 'NOT_ALLOWED', 'NOT_OWNER', 'NOT_ENTITLED', 'COOLDOWN'],
    status: 201,
    untilConfirmed: 'counted',
  }),
  getPost: endpoint<PostView>()({
    method: 'GET',
    path: '/api/posts/:id',
    who: 'memberOrAuthor',
    errors: ['NOT_FOUND'],
  }),
  editPost: endpoint<PostView>()({
    method: 'PATCH',
    path: '/api/posts/:id',
    who: 'memberOrAuthor',
    errors: ['NOT_FOUND', 'NOT_OWNER', 'NOT_ALLOWED', 'STALE'],
    isVersioned: true,
  }),
  removePost: endpoint<void>()({
    method: 'DELETE',
    path: '/api/posts/:id',
    who: 'memberOrAuthor',
    errors: ['NOT_FOUND', 'NOT_OWNER'],
  }),
  /** The present version first, then the earlier ones, at most 50. */
  getPostHistory: endpoint<PostVersion[]>()({
    method: 'GET',
    path: '/api/posts/:id/history',
    who: 'memberOrAuthor',
    errors: ['NOT_FOUND'],
  }),
  getFeedSettings: endpoint<FeedSettingsView>()({
    method: 'GET',
    path: '/api/feed-settings',
    who: 'member',
  }),
  setFeedSettings: endpoint<FeedSettingsView>()({
    method: 'PUT',
    path: '/api/feed-settings',
    who: 'member',
  }),
  likePost: endpoint<{ likes: number; liked: boolean }>()({
    method: 'PUT',
    path: '/api/posts/:id/like',
    who: 'memberOrAuthor',
    errors: ['NOT_FOUND'],
    untilConfirmed: 'counted',
  }),
  unlikePost: endpoint<{ likes: number; liked: boolean }>()({
    method: 'DELETE',
    path: '/api/posts/:id/like',
    who: 'memberOrAuthor',
    errors: ['NOT_FOUND'],
  }),
  /** Pins a post of a class to the top of its lists; for the author of the item, a few posts of each class. */
  pinPost: endpoint<PostView>()({
    method: 'PUT',
    path: '/api/posts/:id/pin',
    who: 'memberOrAuthor',
    errors: ['NOT_FOUND', 'NOT_OWNER', 'NOT_ALLOWED', 'WRONG_STATE'],
  }),
  unpinPost: endpoint<PostView>()({
    method: 'DELETE',
    path: '/api/posts/:id/pin',
    who: 'memberOrAuthor',
    errors: ['NOT_FOUND', 'NOT_OWNER', 'NOT_ALLOWED'],
  }),
  listLikes: endpoint<UserCard[]>()({
    method: 'GET',
    path: '/api/posts/:id/likes',
    who: 'memberOrAuthor',
    errors: ['NOT_FOUND'],
    isPage: true,
  }),
  sharePost: endpoint<PostView>()({
    method: 'POST',
    path: '/api/posts/:id/share',
    who: 'member',
    limit: 'posts',
    errors: ['NOT_FOUND', 'NOT_ALLOWED', 'ALREADY_SHARED'],
    status: 201,
    untilConfirmed: 'counted',
  }),
});

/** Posts on a profile. */
export const profilePostEndpoints = endpoints<typeof profilePostSchemas>()({
  /** Posts of one user. */
  listUserPosts: endpoint<PostView[]>()({
    method: 'GET',
    path: '/api/users/:id/posts',
    who: 'member',
    errors: ['NOT_FOUND'],
    isPage: true,
  }),
});
