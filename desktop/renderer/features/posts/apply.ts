import type { FeedReason, PostViewer, PublicPostView, SharedPostView } from '#shared/api/posts.ts';
import type { UserCard } from '#shared/api/users.ts';
import { itemsOf, mapItems } from '../../lib/http/pages.ts';
import {
  insertPost,
  isNewer,
  mergeView,
  strangerWhy,
  toFeedPost,
  type FeedName,
  type FeedPost,
  type FeedState,
} from './feed.ts';

/** The user whose cache a push is applied to. */
export interface FeedViewer {
  userId: string;
  feed: FeedName;
  institution: string | null;
  /** The reasons whose posts the user has hidden. */
  hiddenReasons: readonly FeedReason[];
  /** Returns whether the author is a connection; undefined when unknown. */
  isConnection: (userId: string) => boolean | undefined;
}

/** post-created: inserts the user's own post; holds others back until the user asks, except in an empty feed. */
export function applyPostCreated(state: FeedState, view: PublicPostView, viewer: FeedViewer): FeedState {
  const { feed, held } = state;
  if (!feed) return state;
  if (itemsOf(feed).some((post) => post.id === view.id)) return applyPostUpdated(state, view);
  if (view.userId === viewer.userId) {
    return belongsIn(view, viewer) ? { feed: insertPost(feed, toFeedPost(view, 'own')), held } : state;
  }
  if (!belongsIn(view, viewer)) return state;
  if (itemsOf(feed).length === 0) return { feed: insertPost(feed, toFeedPost(view, whyOf(view, viewer))), held };
  const others = held.filter((post) => post.id !== view.id);
  const at = others.findIndex((post) => isNewer(view, post));
  return { feed, held: others.toSpliced(at === -1 ? others.length : at, 0, view) };
}

/** Repeats the server's rule; false for Top and Saved, whose order only the server computes. */
function belongsIn(view: PublicPostView, viewer: FeedViewer): boolean {
  const why = whyOf(view, viewer);
  const isOff = why !== 'own' && why !== 'everyone' && viewer.hiddenReasons.includes(why);
  if (viewer.feed === 'all') return !isOff;
  if (viewer.feed === 'mine') return why === 'own';
  if (viewer.feed === 'unanswered') return view.isQuestion && view.answerId === null;
  if (viewer.feed !== 'network') return false;
  return why === 'own' || why === 'connection' || (why === 'shared' && !isOff);
}

function whyOf(
  view: PublicPostView,
  { userId, institution, isConnection }: FeedViewer,
): Exclude<PostViewer['why'], 'saved'> {
  if (view.userId === userId) return 'own';
  if (isConnection(view.userId) === true)
    return view.sharedPostId !== null && view.content === '' ? 'shared' : 'connection';
  const theirs = view.author.institution?.toLowerCase();
  return theirs && theirs === institution?.toLowerCase() ? 'institution' : strangerWhy(view.likes);
}

/** post-updated: replaces text, counters and image, also where the post is shown in a share. */
export function applyPostUpdated({ feed, held }: FeedState, view: PublicPostView): FeedState {
  return {
    feed: feed && mapItems(feed, (post) => (post.id === view.id ? mergeView(post, view) : withOriginal(post, view))),
    held: mapHeld(held, (post) => (post.id === view.id ? view : withOriginal(post, view))),
  };
}

function withOriginal<P extends PublicPostView>(post: P, view: PublicPostView): P {
  if (post.shared?.id !== view.id) return post;
  const { id, content, imageUrl, imageAlt, createdAt, author } = view;
  const shared: SharedPostView = { id, content, imageUrl, imageAlt, createdAt, author };
  return { ...post, shared };
}

/** post-deleted: removes the user's own post; leaves a tombstone of others; shares lose their original. */
export function applyPostDeleted(
  { feed, held }: FeedState,
  removed: { id: string; userId: string },
  viewerId: string,
): FeedState {
  const remove = (post: FeedPost): FeedPost | null => {
    if (post.id !== removed.id) return withoutOriginal(post, removed.id);
    if (removed.userId === viewerId) return null;
    return post.isRemoved ? post : { ...post, isRemoved: true };
  };
  return {
    feed: feed && mapItems(feed, remove),
    held: mapHeld(
      held.some((post) => post.id === removed.id) ? held.filter((post) => post.id !== removed.id) : held,
      (post) => withoutOriginal(post, removed.id),
    ),
  };
}

function withoutOriginal<P extends PublicPostView>(post: P, originalId: string): P {
  return post.sharedPostId === originalId ? { ...post, sharedPostId: null, shared: null } : post;
}

/** profile-updated: replaces the card of an author. */
export function applyAuthor({ feed, held }: FeedState, author: UserCard): FeedState {
  return {
    feed: feed && mapItems(feed, (post) => withAuthor(post, author)),
    held: mapHeld(held, (post) => withAuthor(post, author)),
  };
}

function withAuthor<P extends PublicPostView>(post: P, author: UserCard): P {
  const isShared = post.shared?.author.id === author.id;
  if (post.userId !== author.id && !isShared) return post;
  return {
    ...post,
    ...(post.userId === author.id && { author }),
    ...(isShared && post.shared && { shared: { ...post.shared, author } }),
  };
}

function mapHeld(
  held: readonly PublicPostView[],
  change: (post: PublicPostView) => PublicPostView,
): readonly PublicPostView[] {
  const next = held.map(change);
  return next.every((post, index) => post === held[index]) ? held : next;
}

/** Moves the posts that were held back into the feed. */
export function showHeld({ feed, held }: FeedState, viewer: FeedViewer): FeedState {
  if (!feed || held.length === 0) return { feed, held: [] };
  const known = new Set(itemsOf(feed).map((post) => post.id));
  const added = held.filter((post) => !known.has(post.id));
  const next = added.reduce((into, post) => insertPost(into, toFeedPost(post, whyOf(post, viewer))), feed);
  return { feed: next, held: [] };
}
