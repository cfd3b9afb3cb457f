import { useMutation, useQueryClient } from '@tanstack/react-query';
import { postEndpoints } from '#shared/api/posts.ts';
import { call } from '../../../lib/http/api.ts';
import { changePost } from './cache.ts';
import { CLASS_FEEDS } from './queries.ts';

/** Pins a post to the top of its class, or unpins it, for the author of the item. */
export function usePinPost() {
  const client = useQueryClient();
  return useMutation({
    // Several changes in a row are sent in their order.
    scope: { id: 'pinned-posts' },
    mutationFn: ({ id, isPinned }: { id: string; isPinned: boolean }) =>
      call(isPinned ? postEndpoints.pinPost : postEndpoints.unpinPost, { params: { id } }),
    onSuccess: ({ id, isPinned }) => {
      changePost(client, id, (post) => ({ ...post, isPinned }));
      return client.invalidateQueries({ queryKey: CLASS_FEEDS });
    },
    meta: { action: 'change which posts are pinned' },
  });
}
