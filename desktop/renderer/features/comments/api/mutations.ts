import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { commentEndpoints, type CommentView } from '#shared/api/comments.ts';
import { call } from '../../../lib/http/api.ts';
import { liveLink } from '../../../lib/live/live.ts';
import { useOnce } from '../../../lib/http/use-once.ts';
import { restartFirstFetches } from '../../../lib/http/local-writes.ts';
import { addComment, applyCommentDeleted, replaceComment, type Thread } from '../thread.ts';
import { commentsQuery } from './queries.ts';

function changeThread(client: QueryClient, postId: string, change: (thread: Thread) => Thread): void {
  const { queryKey } = commentsQuery(postId);
  client.setQueryData(queryKey, (thread) => thread && change(thread));
  restartFirstFetches(client, queryKey);
}

/** Creates a comment; `key` is the idempotency key, the same on each retry. The pending comment shows a failure. */
export function useCreateComment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ key, ...body }: { postId: string; content: string; key: string }) =>
      call(commentEndpoints.createComment, { body }, { idempotencyKey: key }),
    onSuccess: (comment) => {
      changeThread(client, comment.postId, (thread) => addComment(thread, comment));
      void liveLink.emit('new-comment', { id: comment.id });
    },
    meta: { action: null },
  });
}

/** Changes the text of an own comment, based on the edited version; the editor shows a failure. */
export function useEditComment() {
  const client = useQueryClient();
  const once = useOnce();
  return useMutation({
    mutationFn: (edit: { id: string; version: string; content: string }) => {
      const { id, version, content } = edit;
      return once(edit, (options) =>
        call(commentEndpoints.editComment, { params: { id }, body: { content } }, { ...options, ifMatch: version }),
      );
    },
    onSuccess: (edited) => changeThread(client, edited.postId, (thread) => replaceComment(thread, edited)),
    meta: { action: null },
  });
}

/** Deletes a comment; the dialog shows a failure. */
export function useRemoveComment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id }: CommentView) => call(commentEndpoints.removeComment, { params: { id } }),
    onSuccess: (_nothing, { id, postId }) => changeThread(client, postId, (thread) => applyCommentDeleted(thread, id)),
    meta: { action: null },
  });
}

/** Chooses a comment as the answer to the user's question, or undoes the choice. */
export function useSetAnswer() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isAnswer }: CommentView) =>
      call(isAnswer ? commentEndpoints.unchooseAnswer : commentEndpoints.chooseAnswer, { params: { id } }),
    // The chosen answer moves to the top; the previous one may move to a page that is not loaded.
    onSuccess: (_nothing, { postId }) => client.invalidateQueries({ queryKey: commentsQuery(postId).queryKey }),
    meta: { action: 'change the answer' },
  });
}
