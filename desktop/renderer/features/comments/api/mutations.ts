import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { commentEndpoints, type CommentView } from '#shared/api/comments.ts';
import { call } from '../../../lib/api.ts';
import { liveLink } from '../../../lib/live.ts';
import { addComment, mapComments, type Thread } from '../thread.ts';
import { commentsQuery } from './queries.ts';

/** Everything a member does to comments. Errors as call's. */
export interface CommentWrites {
  /** Writes one; the same key makes a repeat after a lost answer safe (decision 20). */
  create: (input: { postId: string; content: string }, idempotencyKey: string) => Promise<CommentView>;
  edit: (comment: CommentView, content: string) => Promise<CommentView>;
  remove: (comment: CommentView) => Promise<void>;
  /** Chooses the answer to an own question, or takes the choice back. */
  setAnswer: (comment: CommentView, isChosen: boolean) => Promise<void>;
}

function changeThread(client: QueryClient, postId: string, change: (thread: Thread) => Thread): void {
  client.setQueryData(commentsQuery(postId).queryKey, (thread) => thread && change(thread));
}

/** Makes the writes over a cache. */
function createCommentWrites(client: QueryClient): CommentWrites {
  return {
    async create(input, idempotencyKey) {
      const comment = await call(commentEndpoints.createComment, { body: input }, { idempotencyKey });
      changeThread(client, input.postId, (thread) => addComment(thread, comment));
      void liveLink.emit('new-comment', { id: comment.id });
      return comment;
    },
    async edit({ id, postId }, content) {
      const edited = await call(commentEndpoints.editComment, { params: { id }, body: { content } });
      changeThread(client, postId, (thread) => mapComments(thread, (other) => (other.id === id ? edited : other)));
      return edited;
    },
    async remove({ id, postId }) {
      await call(commentEndpoints.removeComment, { params: { id } });
      changeThread(client, postId, (thread) => mapComments(thread, (other) => (other.id === id ? null : other)));
    },
    async setAnswer({ id, postId }, isChosen) {
      await call(isChosen ? commentEndpoints.chooseAnswer : commentEndpoints.unchooseAnswer, { params: { id } });
      // The answer moves to the top, and the one before it back to its place, which a page not loaded may hold.
      await client.invalidateQueries({ queryKey: commentsQuery(postId).queryKey });
    },
  };
}

/** The writes over the app's cache. */
export function useCommentWrites(): CommentWrites {
  const client = useQueryClient();
  return useMemo(() => createCommentWrites(client), [client]);
}
