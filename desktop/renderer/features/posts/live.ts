import type { QueryClient } from '@tanstack/react-query';
import type { PostChange } from '#shared/realtime/posts.ts';
import { createCountOrder } from '../../lib/live/count-order.ts';
import { endAll, type LiveBinding } from '../../lib/live/live-link.ts';
import { refetchWithin, runWithin } from '../../lib/live/after-push.ts';
import { toast } from '../../lib/page/toasts.ts';
import { fetchProfile } from '../users/api/queries.ts';
import { addOwnPost, changePost, feedViewer, findPost } from './api/cache.ts';
import { changeAuthorFeeds, CLASS_FEEDS, listAuthorFeeds, postQuery, readFeed, writeFeed } from './api/queries.ts';
import {
  applyAuthor,
  applyPostCreated,
  applyPostDeleted,
  applyPostUpdated,
  showsAuthor,
  type FeedViewer,
} from './apply.ts';
import { FEEDS, insertPost, isView, mergeChange, type FeedPost, type FeedState } from './feed.ts';

/** Keeps the cached feeds equal to what a fetch returns. Returns the unbind function. */
export function bindPosts({ link, client, userId }: LiveBinding): () => void {
  const eachFeed = (change: (state: FeedState, viewer: FeedViewer) => FeedState): void => {
    for (const name of FEEDS) writeFeed(client, name, change(readFeed(client, name), feedViewer(client, name, userId)));
  };
  const isInOrder = createCountOrder();
  return endAll([
    link.subscribe('post-created', (push) => {
      if (push.userId === userId) return void addOwn(client, push.id);
      eachFeed((state, viewer) => applyPostCreated(state, push, viewer));
      if (push.isGroup) refetchWithin(push.withinMs ?? 0, client, CLASS_FEEDS);
      if (push.isConnection) toast({ title: 'New post', description: `${push.authorName} posted` });
    }),
    link.subscribe('post-updated', (received) => {
      const push = isInOrder(received) ? received : withKnownCounters(received, findPost(client, received.id));
      if (!push) return;
      refetchIfEdited(client, push);
      const isMoved = isView(push) && push.isPinned !== (findPost(client, push.id)?.isPinned ?? false);
      eachFeed((state) => applyPostUpdated(state, push));
      changeAuthorFeeds(client, (feed) => applyPostUpdated({ feed, held: [] }, push).feed);
      const { queryKey } = postQuery(push.id);
      client.setQueryData(queryKey, (post) => post && mergeChange(post, push));
      // Pinned posts are above the others of their class. Later, because a changed list counts as a fetched one.
      if (isMoved) void client.invalidateQueries({ queryKey: CLASS_FEEDS });
    }),
    link.subscribe('post-deleted', (push) => {
      eachFeed((state) => applyPostDeleted(state, push, userId));
      changeAuthorFeeds(client, (feed) => applyPostDeleted({ feed, held: [] }, push, userId).feed);
      const { queryKey } = postQuery(push.id);
      client.setQueryData(queryKey, (post) => post && { ...post, isRemoved: true as const });
    }),
    link.subscribe('profile-updated', ({ id, withinMs = 0 }) => {
      const feeds = [
        ...FEEDS.map((name) => readFeed(client, name).feed),
        ...listAuthorFeeds(client).map(({ feed }) => feed),
      ];
      if (!feeds.some((feed) => showsAuthor({ feed, held: [] }, id))) return;
      runWithin(withinMs, id, () => void quietly(() => refreshAuthor(id)));
    }),
  ]);

  async function refreshAuthor(id: string): Promise<void> {
    const author = await fetchProfile(client, id);
    eachFeed((state) => applyAuthor(state, author));
    changeAuthorFeeds(client, (feed) => applyAuthor({ feed, held: [] }, author).feed);
  }
}

/** Returns a push whose counters are too old with those of the cached post; null when it contains only counters. */
function withKnownCounters(push: PostChange, known: FeedPost | undefined): PostChange | null {
  if (!isView(push)) return null;
  return known ? { ...push, likes: known.likes, comments: known.comments, shares: known.shares } : push;
}

/** Adds a post that the user wrote on another device. */
function addOwn(client: QueryClient, id: string): Promise<void> {
  return quietly(async () => {
    const post = findPost(client, id) ?? (await client.fetchQuery(postQuery(id)));
    addOwnPost(client, post);
    changeAuthorFeeds(client, (feed, authorId) => (authorId === post.userId ? insertPost(feed, post) : feed));
  });
}

/** Fetches a post again when counters show that it was edited while it was not on screen. */
function refetchIfEdited(client: QueryClient, push: PostChange): void {
  const known = findPost(client, push.id);
  if (isView(push) || !known || known.editedAt === push.editedAt) return;
  void quietly(async () => {
    const post = await client.fetchQuery({ ...postQuery(push.id), staleTime: 0 });
    changePost(client, push.id, ({ viewer }) => ({ ...post, viewer: { ...post.viewer, why: viewer.why } }));
  });
}

/** Runs work whose failure changes nothing: the post may be gone, or the network away. */
async function quietly(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch {
    // The next fetch of the list shows the current state.
  }
}
