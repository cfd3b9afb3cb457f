import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { MessageSquare, Pencil, Star, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { CourseView } from '#shared/api/courses.ts';
import type { Role } from '#shared/api/endpoint.ts';
import { REVIEW_LIMITS } from '#shared/limits.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PagedList } from '../../../ui/PagedList.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Stars } from '../../../ui/Stars.tsx';
import { useRemoveReview } from '../api/mutations.ts';
import { ownReviewQuery, reviewsQuery } from '../api/queries.ts';
import { ReviewDialog } from './ReviewDialog.tsx';
import { ReviewItem } from './ReviewItem.tsx';
import { OWN_LOCALE } from '../../../lib/page/own-locale.ts';

interface ReviewsProps {
  course: CourseView;
  viewer: { id: string; role: Role };
}

/** The reviews of an item, and the form of the user's own. */
export function Reviews({ course, viewer }: ReviewsProps) {
  const query = useInfiniteQuery(reviewsQuery(course.id));
  const { isOwner } = course.viewer;
  return (
    <section aria-labelledby="item-reviews" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div>
          <h2 id="item-reviews" className="font-serif text-xl font-semibold">
            Reviews
          </h2>
          {course.rating !== null && (
            <p className="mt-0.5 flex items-center gap-2 text-text-muted">
              <Stars rating={course.rating} />
              <span>
                <span aria-hidden="true">
                  {`${course.rating.toLocaleString(OWN_LOCALE, { maximumFractionDigits: 1 })} · `}
                </span>
                <span>
                  {course.reviews === 1 ? '1 review' : `${course.reviews.toLocaleString(OWN_LOCALE)} reviews`}
                </span>
              </span>
            </p>
          )}
        </div>
        {!isOwner && <OwnReview course={course} />}
      </div>
      <PagedList
        label="Reviews"
        query={query}
        keyOf={(review) => review.id}
        row={(review) => <ReviewItem review={review} reader={{ ...viewer, isOwner }} />}
        skeleton={<Skeleton className="h-24 w-full" />}
        empty={
          <EmptyState
            level={3}
            icon={<MessageSquare />}
            title="No reviews yet"
            text="Learners can review an item once they have learned from it."
          />
        }
      />
    </section>
  );
}

/** What the user can do with their own review. */
function OwnReview({ course }: { course: CourseView }) {
  const { data } = useQuery(ownReviewQuery(course.id, course.viewer.progress));
  const [isWriting, setIsWriting] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const { mutateAsync: remove } = useRemoveReview(course.id);
  if (data === undefined) return null;
  const { review, canReview } = data;
  if (review === null && !canReview) {
    if (!course.viewer.isEnrolled) return null;
    return (
      <p className="text-small text-text-muted">
        You can review it once you have opened {REVIEW_LIMITS.minProgress}% of it, or downloaded a file.
      </p>
    );
  }
  return (
    <div className="flex flex-wrap gap-2">
      {canReview && (
        <Button onClick={() => setIsWriting(true)}>
          {review === null ? <Star className="size-4" /> : <Pencil className="size-4" />}
          <span>{review === null ? 'Write a review' : 'Edit your review'}</span>
        </Button>
      )}
      {review !== null && (
        <Button variant="ghost" onClick={() => setIsAsking(true)}>
          <Trash2 className="size-4" />
          Delete your review
        </Button>
      )}
      {isWriting && <ReviewDialog courseId={course.id} review={review} onClose={() => setIsWriting(false)} />}
      {isAsking && (
        <ConfirmDialog
          title="Delete your review?"
          description="Its stars and the author's reply are deleted too. This can't be undone."
          confirmLabel="Delete"
          onConfirm={() => remove()}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}
