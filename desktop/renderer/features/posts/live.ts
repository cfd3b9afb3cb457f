import type { QueryClient } from '@tanstack/react-query';
import { endAll, type LiveBinding } from '../../lib/live/live-link.ts';
import { itemsOf } from '../../lib/http/pages.ts';
import { toast } from '../../lib/page/toasts.ts';
import { feedViewer, isConnection } from './api/cache.ts';
import { changeAuthorFeeds, feedQuery, postQuery, readFeed, writeFeed } from './api/queries.ts';
import { applyAuthor, applyPostCreated, applyPostDeleted, applyPostUpdated, type FeedViewer } from './apply.ts';
import { FEEDS, insertPost, mergeView, toFeedPost, type FeedState } from './feed.ts';

/** Keeps the cached feeds equal to what a fetch returns. Returns the unbind function. */
export function bindPosts({ link, client, userId }: LiveBinding): () => void {
  const eachFeed = (change: (state: FeedState, viewer: FeedViewer) => FeedState): void => {
    for (const name of FEEDS) writeFeed(client, name, change(readFeed(client, name), feedViewer(client, name, userId)));
  };
  return endAll([
    link.subscribe('post-created', (push) => {
      const known = isConnection(client, push.userId);
      eachFeed((state, viewer) => applyPostCreated(state, push, viewer));
      // Only the user's own list shows a new post at once; other lists must not move while they are read.
      changeAuthorFeeds(client, (feed, authorId) =>
        authorId === userId && push.userId === userId ? insertPost(feed, toFeedPost(push, 'own')) : feed,
      );
      if (push.userId === userId) return;
      if (known === true) toast({ title: 'New post', description: `${push.author.fullName} posted` });
      // Whether this author belongs to the network is not cached; the next visit to that feed fetches it.
      if (known === undefined) markNetworkStale(client);
    }),
    link.subscribe('post-updated', (push) => {
      eachFeed((state) => applyPostUpdated(state, push));
      changeAuthorFeeds(client, (feed) => applyPostUpdated({ feed, held: [] }, push).feed);
      const { queryKey } = postQuery(push.id);
      client.setQueryData(queryKey, (post) => post && mergeView(post, push));
    }),
    link.subscribe('post-deleted', (push) => {
      eachFeed((state) => applyPostDeleted(state, push, userId));
      changeAuthorFeeds(client, (feed) => applyPostDeleted({ feed, held: [] }, push, userId).feed);
      const { queryKey } = postQuery(push.id);
      client.setQueryData(queryKey, (post) => post && { ...post, isRemoved: true as const });
    }),
    link.subscribe('profile-updated', (push) => eachFeed((state) => applyAuthor(state, push))),
  ]);
}

function markNetworkStale(client: QueryClient): void {
  const { queryKey } = feedQuery('network');
  const isEmpty = itemsOf(client.getQueryData(queryKey)).length === 0;
  // An empty feed has no scroll position to lose, so it is fetched at once.
  void client.invalidateQueries({ queryKey, refetchType: isEmpty ? 'active' : 'none' });
}
