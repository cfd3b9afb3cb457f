import type { ClassScope, PostScope, PostView, PublicPostView } from '#shared/api/posts.ts';
import type { PostChange } from '#shared/realtime/posts.ts';
import { POST_LIMITS } from '#shared/limits.ts';
import { isOlderEdit } from '../../lib/live/older-edit.ts';
import { insertItem, type PagedData } from '../../lib/http/pages.ts';

/** A cached post; `isRemoved` marks one that its author deleted while it was on screen. */
export interface FeedPost extends PostView {
  isRemoved?: true;
}

/** The scopes of Home. */
export type FeedScope = Exclude<PostScope, ClassScope>;

/** The feeds of Home: a scope, with the suffix `-top` for the order Top. */
export const FEEDS = ['all', 'network', 'saved', 'mine', 'unanswered', 'all-top', 'network-top'] as const;
/** One of {@link FEEDS}. */
export type FeedName = (typeof FEEDS)[number];

/** The cached pages of one feed, newest first. */
export type FeedData = PagedData<FeedPost>;

/** A new post of another user that is not fetched until the user asks for it. */
export interface HeldPost {
  id: string;
  userId: string;
}

/** A feed (undefined until it is loaded) and the new posts of others that are held back. */
export interface FeedState {
  feed: FeedData | undefined;
  held: readonly HeldPost[];
}

/** Returns whether `a` is above `b` in a feed: newer, or of the same time with the greater id. */
function isNewer(a: PublicPostView, b: PublicPostView): boolean {
  return a.createdAt === b.createdAt ? a.id > b.id : a.createdAt > b.createdAt;
}

/** Inserts or replaces a post by its position; skips a post that is older than the loaded pages. */
export function insertPost(feed: FeedData, post: FeedPost): FeedData {
  return insertItem(feed, post, (other) => isNewer(post, other));
}

/** Applies a pushed change to a post; keeps its viewer block, the original of a share, and a newer text. */
export function mergeChange(post: FeedPost, change: PostChange & { at?: string; countedAt?: string }): FeedPost {
  const { at: _at, countedAt: _countedAt, ...view } = change;
  const { likes, comments, shares } = view;
  const { viewer } = post;
  const isStranger = viewer.why === 'popular' || viewer.why === 'everyone';
  const isSame = likes === post.likes && comments === post.comments && shares === post.shares;
  if (isSame && !isView(view)) return post;
  return {
    ...post,
    ...(isView(view) && !isOlderEdit(view, post) ? view : { likes, comments, shares }),
    viewer: isStranger ? { ...viewer, why: strangerWhy(likes) } : viewer,
  };
}

/** Returns whether a pushed change contains what the post shows, and not only its counters. */
export function isView(change: PostChange): change is Extract<PostChange, { content: string }> {
  return 'content' in change;
}

/** Returns why a post is in a feed when its author and the user are not related. */
function strangerWhy(likes: number): 'popular' | 'everyone' {
  return likes >= POST_LIMITS.popularLikes ? 'popular' : 'everyone';
}

/** Adds the position of its first post, from 1, to each page. */
export function withPositions(
  pages: readonly (readonly FeedPost[])[],
): { posts: readonly FeedPost[]; startsAt: number }[] {
  let startsAt = 1;
  return pages.map((posts) => {
    const page = { posts, startsAt };
    startsAt += posts.length;
    return page;
  });
}
