import { itemsOf } from '../../lib/http/pages.ts';
import { endAll, type LiveBinding } from '../../lib/live/live-link.ts';
import { commentsQuery } from './api/queries.ts';
import { applyCommentAuthor, applyCommentDeleted, applyNewComment, type Thread } from './thread.ts';

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
    link.subscribe('post-updated', ({ id, answerId }) => {
      const { queryKey } = commentsQuery(id);
      const thread = client.getQueryData(queryKey);
      const shown = itemsOf(thread).find(({ isAnswer }) => isAnswer)?.id ?? null;
      if (thread && shown !== answerId) void client.invalidateQueries({ queryKey });
    }),
    link.subscribe('profile-updated', (author) => {
      client.setQueriesData<Thread>(
        { queryKey: ['comments'] },
        (thread) => thread && applyCommentAuthor(thread, author),
      );
    }),
  ]);
}
