import { itemsOf } from '../../lib/http/pages.ts';
import { endAll, type LiveBinding } from '../../lib/live/live-link.ts';
import { runWithin } from '../../lib/live/after-push.ts';
import { fetchProfile } from '../users/api/queries.ts';
import { commentsQuery } from './api/queries.ts';
import { applyCommentAuthor, applyCommentDeleted, applyNewComment, type Thread } from './thread.ts';

const THREADS = { queryKey: ['comments'] };

/** Keeps the cached comments equal to what a fetch returns. Returns the unbind function. */
export function bindComments({ link, client, userId }: LiveBinding): () => void {
  return endAll([
    link.subscribe('new-comment', (push) => {
      client.setQueryData(
        commentsQuery(push.postId).queryKey,
        (thread) => thread && applyNewComment(thread, push, userId),
      );
    }),
    link.subscribe('comment-deleted', ({ id, postId }) => {
      client.setQueryData(commentsQuery(postId).queryKey, (thread) => thread && applyCommentDeleted(thread, id));
    }),
    link.subscribe('post-updated', (push) => {
      if (!('answerId' in push)) return;
      const { id, answerId } = push;
      const { queryKey } = commentsQuery(id);
      const thread = client.getQueryData(queryKey);
      const shown = itemsOf(thread).find(({ isAnswer }) => isAnswer)?.id ?? null;
      if (thread && shown !== answerId) void client.invalidateQueries({ queryKey });
    }),
    link.subscribe('profile-updated', ({ id, withinMs = 0 }) => {
      const threads = client.getQueriesData<Thread>(THREADS);
      if (!threads.some(([, thread]) => itemsOf(thread).some((comment) => comment.userId === id))) return;
      runWithin(withinMs, `c${id}`, () => refreshAuthor(id));
    }),
  ]);

  function refreshAuthor(id: string): void {
    fetchProfile(client, id).then(
      (author) => client.setQueriesData<Thread>(THREADS, (thread) => thread && applyCommentAuthor(thread, author)),
      // The next fetch of the comments shows the current name.
      () => undefined,
    );
  }
}
