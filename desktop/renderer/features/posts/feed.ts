import type { InfiniteData } from '@tanstack/react-query';
import type { PostView, PostViewer, PublicPostView } from '#shared/api/posts.ts';
import { POST_LIMITS } from '#shared/limits.ts';
import type { ClientPage } from '../../lib/http/api.ts';

/** A cached post; `isRemoved` marks one that its author deleted while it was on screen. */
export interface FeedPost extends PostView {
  isRemoved?: true;
}

/** The feeds of Home: a scope, with the suffix `-top` for the order Top. */
export const FEEDS = ['all', 'network', 'saved', 'mine', 'unanswered', 'all-top', 'network-top'] as const;
/** One of {@link FEEDS}. */
export type FeedName = (typeof FEEDS)[number];

/** The cached pages of one feed, newest first. */
export type FeedData = InfiniteData<ClientPage<FeedPost>>;

/** A feed (undefined until it is loaded) and the new posts of others that are held back, newest first. */
export interface FeedState {
  feed: FeedData | undefined;
  held: readonly PublicPostView[];
}

/** Returns all posts of the cached pages in order, removed ones included. */
export function listPosts(feed: FeedData | undefined): FeedPost[] {
  return feed?.pages.flatMap((page) => page.items) ?? [];
}

/** Changes each post; null removes it. Unchanged pages and posts keep their identity, which avoids renders. */
export function mapPosts(feed: FeedData, change: (post: FeedPost) => FeedPost | null): FeedData {
  let hasChanged = false;
  const pages = feed.pages.map((page) => {
    let isSame = true;
    const items: FeedPost[] = [];
    for (const post of page.items) {
      const next = change(post);
      if (next !== post) isSame = false;
      if (next) items.push(next);
    }
    if (isSame) return page;
    hasChanged = true;
    return { ...page, items };
  });
  return hasChanged ? { ...feed, pages } : feed;
}

/** Returns whether `a` is above `b` in a feed: newer, or of the same time with the greater id. */
export function isNewer(a: PublicPostView, b: PublicPostView): boolean {
  return a.createdAt === b.createdAt ? a.id > b.id : a.createdAt > b.createdAt;
}

/** Inserts or replaces a post by its position; skips a post that is older than the loaded pages. */
export function insertPost(feed: FeedData, post: FeedPost): FeedData {
  const without = mapPosts(feed, (other) => (other.id === post.id ? null : other));
  for (const [index, page] of without.pages.entries()) {
    const at = page.items.findIndex((other) => isNewer(post, other));
    const isEnd = index === without.pages.length - 1 && page.nextCursor === null;
    if (at === -1 && !isEnd) continue;
    const items = at === -1 ? [...page.items, post] : page.items.toSpliced(at, 0, post);
    return { ...without, pages: without.pages.with(index, { ...page, items }) };
  }
  return without;
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

/** Removes the fields that only a push has. */
function publicOf(view: PublicPostView): PublicPostView {
  const {
    id,
    userId,
    content,
    imageUrl,
    imageAlt,
    likes,
    comments,
    shares,
    createdAt,
    editedAt,
    isQuestion,
    answerId,
    attached,
    sharedPostId,
    shared,
    author,
  } = view;
  return {
    id,
    userId,
    content,
    imageUrl,
    imageAlt,
    likes,
    comments,
    shares,
    createdAt,
    editedAt,
    isQuestion,
    answerId,
    attached,
    sharedPostId,
    shared,
    author,
  };
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
