import type { FeedReason, SharedPostView } from '#shared/api/posts.ts';
import type { UserCard } from '#shared/api/users.ts';
import type { PostChange } from '#shared/realtime/posts.ts';
import { itemsOf, mapItems } from '../../lib/http/pages.ts';
import { isView, mergeChange, type FeedName, type FeedPost, type FeedState } from './feed.ts';

/** A push of a new post; `isConnection` is set when its author is a connection, `isGroup` when it is for a group. */
interface CreatedPost {
  id: string;
  userId: string;
  isConnection?: true;
  isGroup?: true;
}

/** The user whose cache a push is applied to. */
export interface FeedViewer {
  userId: string;
  feed: FeedName;
  /** The reasons whose posts the user has hidden. */
  hiddenReasons: readonly FeedReason[];
  /** True while a page of the feed is being fetched. */
  isLoading: boolean;
}

/** post-created: holds the post of another user back until the user asks for it. */
export function applyPostCreated(state: FeedState, push: CreatedPost, viewer: FeedViewer): FeedState {
  const { feed, held } = state;
  const { id, userId } = push;
  // A first page that is under way may have been read before the post was there.
  if (!(feed || viewer.isLoading) || !belongsIn(push, viewer)) return state;
  if ([...itemsOf(feed), ...held].some((post) => post.id === id)) return state;
  return { feed, held: [{ id, userId }, ...held] };
}

/** False for Saved, for Unanswered, and for Top, whose order only the server computes. */
function belongsIn({ userId, isConnection, isGroup }: CreatedPost, viewer: FeedViewer): boolean {
  if (userId === viewer.userId) return false;
  if (isGroup) return viewer.feed === 'all' || viewer.feed === 'network';
  if (viewer.feed === 'all') return isConnection !== true || !viewer.hiddenReasons.includes('connection');
  return viewer.feed === 'network' && isConnection === true;
}

/** post-updated: replaces counters, and after an edit text and image, also where the post is shown in a share. */
export function applyPostUpdated({ feed, held }: FeedState, change: PostChange): FeedState {
  return {
    feed:
      feed &&
      mapItems(feed, (post) => (post.id === change.id ? mergeChange(post, change) : withOriginal(post, change))),
    held,
  };
}

function withOriginal(post: FeedPost, change: PostChange): FeedPost {
  if (post.shared?.id !== change.id || !isView(change)) return post;
  const { id, content, imageUrl, imageAlt, createdAt, mentions, author } = change;
  const shared: SharedPostView = { id, content, imageUrl, imageAlt, createdAt, mentions, author };
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
    held: held.some((post) => post.id === removed.id) ? held.filter((post) => post.id !== removed.id) : held,
  };
}

function withoutOriginal(post: FeedPost, originalId: string): FeedPost {
  return post.sharedPostId === originalId ? { ...post, sharedPostId: null, shared: null } : post;
}

/** The part of a user's card that is the same for everyone who sees it. */
type Author = Pick<UserCard, 'id' | 'fullName' | 'username' | 'profileImage'>;

/** profile-updated: replaces name and photo of an author. */
export function applyAuthor({ feed, held }: FeedState, author: Author): FeedState {
  return { feed: feed && mapItems(feed, (post) => withAuthor(post, author)), held };
}

function withAuthor(post: FeedPost, { id, fullName, username, profileImage }: Author): FeedPost {
  const isShared = post.shared?.author.id === id;
  if (post.userId !== id && !isShared) return post;
  const changed = { fullName, username, profileImage };
  return {
    ...post,
    ...(post.userId === id && { author: { ...post.author, ...changed } }),
    ...(isShared && post.shared && { shared: { ...post.shared, author: { ...post.shared.author, ...changed } } }),
  };
}

/** Returns whether a feed shows a user as an author. */
export function showsAuthor({ feed }: FeedState, userId: string): boolean {
  return itemsOf(feed).some((post) => post.userId === userId || post.shared?.author.id === userId);
}
