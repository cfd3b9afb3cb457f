import { commentEndpoints } from '#shared/api/comments.ts';
import { callPage } from '../../../lib/http/api.ts';
import { pagesQuery } from '../../../lib/http/pages.ts';

/** Pages of a post's comments, oldest first. Fetched at each opening: pushes arrive only while they are open. */
export function commentsQuery(postId: string) {
  const query = pagesQuery(['comments', postId], (cursor, options) =>
    callPage(commentEndpoints.listComments, { query: { postId, ...cursor } }, options),
  );
  return { ...query, refetchOnMount: 'always' as const };
}
