import type { QueryClient } from '@tanstack/react-query';
import type { CommentView } from '#shared/api/comments.ts';
import { commentsQuery } from './queries.ts';

/** Loads the shown comments of a post again, and returns one of them. @throws Error when it is not among them. */
export async function refetchComment(
  client: QueryClient,
  { id, postId }: Pick<CommentView, 'id' | 'postId'>,
): Promise<CommentView> {
  const { queryKey } = commentsQuery(postId);
  await client.refetchQueries({ queryKey }, { throwOnError: true });
  const found = client
    .getQueryData(queryKey)
    ?.pages.flatMap(({ items }) => items)
    .find((comment) => comment.id === id);
  if (!found) throw new Error('The comment is gone');
  return found;
}
