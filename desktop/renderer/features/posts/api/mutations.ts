import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { postEndpoints, type CreatePostInput, type PostView } from '#shared/api/posts.ts';
import { savedEndpoints } from '#shared/api/saved.ts';
import { call } from '../../../lib/api.ts';
import { ApiError } from '../../../lib/errors.ts';
import { liveLink } from '../../../lib/live.ts';
import { toast } from '../../../lib/toasts.ts';
import { createToggleQueue } from '../toggle-queue.ts';
import { addOwnPost, changePost, findPost } from './cache.ts';
import { feedQuery } from './queries.ts';

/** Everything a member does to posts. */
export interface PostWrites {
  /** Publishes; the same key makes a repeat after a lost answer safe (decision 20). */
  create: (input: CreatePostInput, idempotencyKey: string) => Promise<PostView>;
  edit: (id: string, change: { content: string; imageAlt?: string }) => Promise<PostView>;
  remove: (id: string) => Promise<void>;
  share: (id: string, comment: string, idempotencyKey: string) => Promise<PostView>;
  setLike: (id: string, isOn: boolean) => void;
  setSaved: (id: string, isOn: boolean) => void;
}

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

function tellFailure(title: string, error: unknown): void {
  toast({ title, description: error instanceof Error ? error.message : 'Please try again', variant: 'destructive' });
}

function setLike(client: QueryClient, id: string, isOn: boolean): void {
  const confirmed = findPost(client, id)?.viewer.liked ?? !isOn;
  showLike(client, id, isOn);
  likes.set(
    id,
    { isOn, confirmed },
    {
      onDone: (answer) =>
        changePost(client, id, (post) => ({
          ...post,
          likes: answer.likes,
          viewer: { ...post.viewer, liked: answer.liked },
        })),
      onFailed: (known, error) => {
        showLike(client, id, known);
        tellFailure(isOn ? 'Your like was not kept' : 'Your like is still there', error);
      },
    },
  );
}

function setSaved(client: QueryClient, id: string, isOn: boolean): void {
  const confirmed = findPost(client, id)?.viewer.saved ?? !isOn;
  showSaved(client, id, isOn);
  saves.set(
    id,
    { isOn, confirmed },
    {
      // Seen on the next visit to Saved: one taken out of it while it is on screen can still be put back.
      onDone: () => void client.invalidateQueries({ queryKey: feedQuery('saved').queryKey, refetchType: 'none' }),
      onFailed: (known, error) => {
        showSaved(client, id, known);
        tellFailure(isOn ? 'The post was not saved' : 'The post is still saved', error);
      },
    },
  );
}

/** Makes the writes over a cache; after each the live link is told as spec section 7 lists. */
export function createPostWrites(client: QueryClient): PostWrites {
  return {
    async create(input, idempotencyKey) {
      const post = await call(postEndpoints.createPost, { body: input }, { idempotencyKey });
      addOwnPost(client, post);
      void liveLink.emit('post-create', { id: post.id });
      return post;
    },
    async edit(id, change) {
      const post = await call(postEndpoints.editPost, { params: { id }, body: change });
      changePost(client, id, (old) => ({ ...post, viewer: { ...post.viewer, why: old.viewer.why } }));
      void liveLink.emit('post-update', { id });
      return post;
    },
    async remove(id) {
      await call(postEndpoints.removePost, { params: { id } }).catch((error: unknown) => {
        // Deleted on another device already: what was asked for has happened.
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      });
      changePost(client, id, () => null);
    },
    async share(id, comment, idempotencyKey) {
      const body = comment.trim() === '' ? {} : { comment };
      const post = await call(postEndpoints.sharePost, { params: { id }, body }, { idempotencyKey });
      addOwnPost(client, post);
      void liveLink.emit('post-create', { id: post.id });
      return post;
    },
    setLike: (id, isOn) => setLike(client, id, isOn),
    setSaved: (id, isOn) => setSaved(client, id, isOn),
  };
}

/** The writes over the app's cache; stays the same object, so that memoised cards keep still. */
export function usePostWrites(): PostWrites {
  const client = useQueryClient();
  return useMemo(() => createPostWrites(client), [client]);
}
