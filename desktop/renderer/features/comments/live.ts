import type { QueryClient } from '@tanstack/react-query';
import type { LiveLink } from '../../lib/live-link.ts';
import { COMMENTS_PATH, commentsQuery } from './api/queries.ts';
import { applyCommentAuthor, applyCommentDeleted, applyNewComment, type Thread } from './thread.ts';

/** What a binding of the live link needs. */
export interface CommentsBinding {
  link: LiveLink;
  client: QueryClient;
  /** The one who is signed in. */
  userId: string;
}

/** Keeps the cached comments as fresh fetches would give them; notifications tell authors of new ones. The answer unbinds. Source: decision 31. */
export function bindComments({ link, client, userId }: CommentsBinding): () => void {
  const unbind = [
    link.subscribe('new-comment', (push) => {
      client.setQueryData(commentsQuery(push.postId).queryKey, (thread) => thread && applyNewComment(thread, push, userId));
    }),
    link.subscribe('comment-deleted', ({ id, postId }) => {
      client.setQueryData(commentsQuery(postId).queryKey, (thread) => thread && applyCommentDeleted(thread, id));
    }),
    link.subscribe('profile-updated', (author) => {
      client.setQueriesData<Thread>({ queryKey: [COMMENTS_PATH] }, (thread) => thread && applyCommentAuthor(thread, author));
    }),
  ];
  return () => {
    for (const end of unbind) end();
  };
}
