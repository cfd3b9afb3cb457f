import type { InfiniteData } from '@tanstack/react-query';
import type { PostView, PostViewer, PublicPostView } from '#shared/api/posts.ts';
import { POST_LIMITS } from '#shared/limits.ts';
import type { ClientPage } from '../../lib/api.ts';

/** A post in the cache; `isRemoved` keeps the place of one that its author deleted while it was on screen. */
export interface FeedPost extends PostView {
  isRemoved?: true;
}

/** The feeds of Home: a scope, in the order of Top where it says so. */
export const FEEDS = ['all', 'network', 'saved', 'mine', 'unanswered', 'all-top', 'network-top'] as const;
/** One of {@link FEEDS}. */
export type FeedName = (typeof FEEDS)[number];

/** The cached pages of one feed, newest first. */
export type FeedData = InfiniteData<ClientPage<FeedPost>>;

/** A feed with the new posts of others that wait behind the pill, newest first; `feed` is undefined until it is loaded. */
export interface FeedState {
  feed: FeedData | undefined;
  held: readonly PublicPostView[];
}

/** All posts of the cached pages in order, places of removed ones included. */
export function listPosts(feed: FeedData | undefined): FeedPost[] {
  return feed?.pages.flatMap((page) => page.items) ?? [];
}

/** Changes each post; null drops it. Pages and posts that stay the same keep their identity, so that nothing redraws. */
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

/** True when `a` stands above `b`: later, or at the same moment with the greater id. */
export function isNewer(a: PublicPostView, b: PublicPostView): boolean {
  return a.createdAt === b.createdAt ? a.id > b.id : a.createdAt > b.createdAt;
}

/**
 * Puts a post where the order wants it, in place of its former self; one older than the loaded pages is left to the
 * next page.
 */
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

/** Takes over what a push says about a post and keeps what the post is to the viewer. */
export function mergeView(post: FeedPost, view: PublicPostView): FeedPost {
  const { viewer, isRemoved } = post;
  const { why } = viewer;
  const next = why === 'popular' || why === 'everyone' ? { ...viewer, why: strangerWhy(view.likes) } : viewer;
  return { ...publicOf(view), viewer: next, ...(isRemoved && { isRemoved }) };
}

/** Why a post stands in a feed when nothing ties its author to the reader. */
export function strangerWhy(likes: number): 'popular' | 'everyone' {
  return likes >= POST_LIMITS.popularLikes ? 'popular' : 'everyone';
}

/** Makes a post of a pushed view for someone who has neither liked nor saved it yet. */
export function toFeedPost(view: PublicPostView, why: PostViewer['why']): FeedPost {
  const isOwn = why === 'own';
  return { ...publicOf(view), viewer: { liked: false, saved: false, canEdit: isOwn, canDelete: isOwn, why } };
}

/** Leaves out what a push carries beside the view. */
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

/** Pages with the place of their first post, from 1. */
export function withPlaces(
  pages: readonly (readonly FeedPost[])[],
): { posts: readonly FeedPost[]; startsAt: number }[] {
  let startsAt = 1;
  return pages.map((posts) => {
    const page = { posts, startsAt };
    startsAt += posts.length;
    return page;
  });
}
