import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { reviewEndpoints, type ReviewView } from '#shared/api/reviews.ts';
import { call, callPage } from '../../../lib/http/api.ts';
import { pagesQuery } from '../../../lib/http/pages.ts';

/** The pages of the reviews of an item, newest first. Fetched at each opening: no push contains them. */
export function reviewsQuery(courseId: string) {
  const pages = pagesQuery(['reviews', 'list', courseId], (cursor, options) =>
    callPage(reviewEndpoints.listReviews, { params: { id: courseId }, query: cursor }, options),
  );
  return { ...pages, refetchOnMount: 'always' as const };
}

/**
 * The user's own review of an item, and whether they may write one. `progress` is that in the item, with which the
 * right begins.
 */
export function ownReviewQuery(courseId: string, progress: number | null) {
  return queryOptions({
    queryKey: ['reviews', 'own', courseId, progress] as const,
    queryFn: ({ signal }) => call(reviewEndpoints.getOwnReview, { params: { id: courseId } }, { signal }),
    refetchOnMount: 'always',
  });
}

/** Loads the shown reviews of an item again, and returns one of them. @throws Error when it is not among them. */
export async function refetchReview(
  client: QueryClient,
  { id, courseId }: Pick<ReviewView, 'id' | 'courseId'>,
): Promise<ReviewView> {
  const { queryKey } = reviewsQuery(courseId);
  await client.refetchQueries({ queryKey }, { throwOnError: true });
  const pages = client.getQueryData(queryKey)?.pages ?? [];
  const found = pages.flatMap(({ items }) => items).find((review) => review.id === id);
  if (!found) throw new Error('The review is gone');
  return found;
}
