import type { LiveBinding } from '../../lib/live-link.ts';
import { COMMENTS_PATH, commentsQuery } from './api/queries.ts';
import { applyCommentAuthor, applyCommentDeleted, applyNewComment, listComments, type Thread } from './thread.ts';

/**
 * Keeps the cached comments as fresh fetches would give them; notifications tell authors of new ones. The answer
 * unbinds. Source: decision 31.
 */
export function bindComments({ link, client, userId }: LiveBinding): () => void {
  const unbind = [
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
      const shown = listComments(thread).find(({ isAnswer }) => isAnswer)?.id ?? null;
      if (thread && shown !== answerId) void client.invalidateQueries({ queryKey });
    }),
    link.subscribe('profile-updated', (author) => {
      client.setQueriesData<Thread>(
        { queryKey: [COMMENTS_PATH] },
        (thread) => thread && applyCommentAuthor(thread, author),
      );
    }),
  ];
  return () => {
    for (const end of unbind) end();
  };
}
