import type { PostView, PostViewer, PublicPostView } from '#shared/api/posts.ts';
import { POST_LIMITS } from '#shared/limits.ts';
import { insertItem, type PagedData } from '../../lib/http/pages.ts';

/** A cached post; `isRemoved` marks one that its author deleted while it was on screen. */
export interface FeedPost extends PostView {
  isRemoved?: true;
}

/** The feeds of Home: a scope, with the suffix `-top` for the order Top. */
export const FEEDS = ['all', 'network', 'saved', 'mine', 'unanswered', 'all-top', 'network-top'] as const;
/** One of {@link FEEDS}. */
export type FeedName = (typeof FEEDS)[number];

/** The cached pages of one feed, newest first. */
export type FeedData = PagedData<FeedPost>;

/** A feed (undefined until it is loaded) and the new posts of others that are held back, newest first. */
export interface FeedState {
  feed: FeedData | undefined;
  held: readonly PublicPostView[];
}

/** Returns whether `a` is above `b` in a feed: newer, or of the same time with the greater id. */
export function isNewer(a: PublicPostView, b: PublicPostView): boolean {
  return a.createdAt === b.createdAt ? a.id > b.id : a.createdAt > b.createdAt;
}

/** Inserts or replaces a post by its position; skips a post that is older than the loaded pages. */
export function insertPost(feed: FeedData, post: FeedPost): FeedData {
  return insertItem(feed, post, (other) => isNewer(post, other));
}

/** Applies a pushed view to a post and keeps its viewer block. */
export function mergeView(post: FeedPost, view: PublicPostView): FeedPost {
  const { viewer, isRemoved } = post;
  const { why } = viewer;
  const next = why === 'popular' || why === 'everyone' ? { ...viewer, why: strangerWhy(view.likes) } : viewer;
  return { ...publicOf(view), viewer: next, ...(isRemoved && { isRemoved }) };
}

/** Returns why a post is in a feed when its author and the user are not related. */
export function strangerWhy(likes: number): 'popular' | 'everyone' {
  return likes >= POST_LIMITS.popularLikes ? 'popular' : 'everyone';
}

/** Makes a post from a pushed view for a user who has neither liked nor saved it. */
export function toFeedPost(view: PublicPostView, why: PostViewer['why']): FeedPost {
  const isOwn = why === 'own';
  return { ...publicOf(view), viewer: { liked: false, saved: false, canEdit: isOwn, canDelete: isOwn, why } };
}

/** Removes the time that only a push has. */
function publicOf({ at: _at, ...view }: PublicPostView & { at?: string }): PublicPostView {
  return view;
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
