import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { postEndpoints, type CreatePostInput, type FeedReason, type PostView } from '#shared/api/posts.ts';
import { savedEndpoints } from '#shared/api/saved.ts';
import { call } from '../../../lib/http/api.ts';
import { ApiError } from '../../../lib/http/errors.ts';
import { isOlderEdit } from '../../../lib/live/older-edit.ts';
import { toastFailure } from '../../../lib/http/failure.ts';
import { useOnce } from '../../../lib/http/use-once.ts';
import { showUntilStored } from '../../../lib/http/local-writes.ts';
import { liveLink } from '../../../lib/live/live.ts';
import { createToggleQueue } from '../../../lib/http/toggle-queue.ts';
import { addOwnPost, changePost, findPost } from './cache.ts';
import { CLASS_FEEDS, feedQuery, feedSettingsQuery } from './queries.ts';

const likes = createToggleQueue((id, isOn) =>
  call(isOn ? postEndpoints.likePost : postEndpoints.unlikePost, { params: { id } }),
);
const saves = createToggleQueue((id, isOn) =>
  call(isOn ? savedEndpoints.saveItem : savedEndpoints.unsaveItem, { params: { type: 'post', id } }),
);

function showLike(client: QueryClient, id: string, isOn: boolean): void {
  changePost(client, id, (post) => {
    if (post.viewer.liked === isOn) return post;
    return { ...post, likes: Math.max(0, post.likes + (isOn ? 1 : -1)), viewer: { ...post.viewer, liked: isOn } };
  });
}

function showSaved(client: QueryClient, id: string, isOn: boolean): void {
  changePost(client, id, (post) =>
    post.viewer.saved === isOn ? post : { ...post, viewer: { ...post.viewer, saved: isOn } },
  );
}

/** Shows the wanted state of a toggle until its first request and those that follow it have ended. */
function showWanted(client: QueryClient, running: boolean | undefined, show: () => void): () => void {
  return running === undefined ? showUntilStored(client, show) : () => undefined;
}

/** Likes a post or removes the like, and shows it at once; a failure restores what the server has stored. */
export function setLike(client: QueryClient, id: string, isOn: boolean): void {
  const confirmed = findPost(client, id)?.viewer.liked ?? !isOn;
  const end = showWanted(client, likes.wanted(id), () => showLike(client, id, likes.wanted(id) ?? isOn));
  showLike(client, id, isOn);
  likes.request(
    id,
    { isOn, confirmed },
    {
      onDone: ({ likes: count, liked }) => {
        end();
        changePost(client, id, (post) => ({ ...post, likes: count, viewer: { ...post.viewer, liked } }));
      },
      onFailed: (known, error) => {
        end();
        showLike(client, id, known);
        toastFailure(isOn ? 'like this post' : 'remove your like', error);
      },
    },
  );
}

/** Saves a post or removes it from the saved ones, and shows it at once; a failure restores the previous state. */
export function setSaved(client: QueryClient, id: string, isOn: boolean): void {
  const confirmed = findPost(client, id)?.viewer.saved ?? !isOn;
  const end = showWanted(client, saves.wanted(id), () => showSaved(client, id, saves.wanted(id) ?? isOn));
  showSaved(client, id, isOn);
  saves.request(
    id,
    { isOn, confirmed },
    {
      // Applies at the next visit to Saved: a post removed while the list is on screen can still be saved again.
      onDone: () => {
        end();
        void client.invalidateQueries({ queryKey: feedQuery('saved').queryKey, refetchType: 'none' });
      },
      onFailed: (known, error) => {
        end();
        showSaved(client, id, known);
        toastFailure(isOn ? 'save this post' : 'remove this post from your saved posts', error);
      },
    },
  );
}

function takeOwnPost(client: QueryClient, post: PostView): void {
  addOwnPost(client, post);
  if (post.audience.type === 'course') void client.invalidateQueries({ queryKey: CLASS_FEEDS });
  void liveLink.emit('post-create', { id: post.id });
}

/** Publishes a post; a retry publishes it once. The composer shows a failure. */
export function useCreatePost() {
  const client = useQueryClient();
  const once = useOnce();
  return useMutation({
    mutationFn: (body: CreatePostInput) => once(body, (options) => call(postEndpoints.createPost, { body }, options)),
    onSuccess: (post) => takeOwnPost(client, post),
    meta: { action: null },
  });
}

/** Shares a post with an optional comment; a retry shares it once. The dialog shows a failure. */
export function useSharePost() {
  const client = useQueryClient();
  const once = useOnce();
  return useMutation({
    mutationFn: ({ id, comment }: { id: string; comment: string }) => {
      const input = { params: { id }, body: comment === '' ? {} : { comment } };
      return once(input, (options) => call(postEndpoints.sharePost, input, options));
    },
    onSuccess: (post) => takeOwnPost(client, post),
    meta: { action: null },
  });
}

/**
 * Changes the text of an own post and the description of its image, based on the edited version; the editor shows a
 * failure.
 */
export function useEditPost() {
  const client = useQueryClient();
  const once = useOnce();
  return useMutation({
    mutationFn: (edit: { id: string; version: string; content: string; imageAlt?: string }) => {
      const { id, version, ...body } = edit;
      return once(edit, (options) =>
        call(postEndpoints.editPost, { params: { id }, body }, { ...options, ifMatch: version }),
      );
    },
    onSuccess: (post) => {
      changePost(client, post.id, (old) =>
        isOlderEdit(post, old) ? old : { ...post, viewer: { ...post.viewer, why: old.viewer.why } },
      );
      void liveLink.emit('post-update', { id: post.id });
    },
    meta: { action: null },
  });
}

/** Deletes an own post, by its id; the dialog shows a failure. */
export function useRemovePost() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      call(postEndpoints.removePost, { params: { id } }).catch((error: unknown) => {
        // A post that another device has deleted is no failure.
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      }),
    onSuccess: (_nothing, id) => changePost(client, id, () => null),
    meta: { action: null },
  });
}

/** Hides the posts of some reasons, at once, then refetches the feeds; undone by a failure, which the dialog shows. */
export function useHideReasons() {
  const client = useQueryClient();
  const { queryKey } = feedSettingsQuery;
  return useMutation({
    // Several changes in a row are sent in their order.
    scope: { id: 'feed-settings' },
    mutationFn: (hiddenReasons: FeedReason[]) => call(postEndpoints.setFeedSettings, { body: { hiddenReasons } }),
    onMutate: (hiddenReasons) => {
      const before = client.getQueryData(queryKey);
      client.setQueryData(queryKey, { hiddenReasons });
      return before;
    },
    onError: (_error, _hidden, before) => client.setQueryData(queryKey, before),
    onSuccess: (settings) => {
      client.setQueryData(queryKey, settings);
      return client.invalidateQueries({ queryKey: ['posts', 'feed'] });
    },
    meta: { action: null },
  });
}
