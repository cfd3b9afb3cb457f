import { useQuery } from '@tanstack/react-query';
import { FileX2 } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router-dom';
import type { CourseView } from '#shared/api/courses.ts';
import { ApiError } from '../../../lib/http/errors.ts';
import { describeFailure } from '../../../lib/http/failure.ts';
import { useRoomsInView } from '../../../lib/live/use-rooms.ts';
import { useItemPath } from '../../../lib/page/item-path.ts';
import { Button } from '../../../ui/Button.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { MoreMenu } from '../../../ui/MoreMenu.tsx';
import { Name } from '../../../ui/Name.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ModerationItems } from '../../users/components/ModerationItems.tsx';
import { courseCardQuery } from '../api/queries.ts';
import { CONTENT_TYPES } from '../content-types.ts';
import { useEnrollAction } from '../hooks/use-enroll-action.ts';
import { formatPrice } from '../price.ts';
import { Cover } from './Cover.tsx';
import { ItemFigures, OwnBadge } from './ItemFigures.tsx';
import { StatusBadge } from './StatusBadge.tsx';

const BOX = 'rounded-lg border border-border p-3.5';

/** An item in a post or a message: what it is, its live numbers, and the button that enrolls in it or opens it. */
export function EmbeddedItem({ id }: { id: string }) {
  const { data: course, error, isFetching, refetch } = useQuery(courseCardQuery(id));
  // Also after a block, when the item is still in the cache.
  const isGone = error instanceof ApiError && error.status === 404;
  if (course && !isGone) return <LoadedItem course={course} />;
  // As high as most items, to reduce the layout shift.
  if (!error) return <Skeleton className="h-36 w-full" />;
  return (
    <div className={`${BOX} flex flex-wrap items-center gap-3 bg-surface-sunken text-text-muted`}>
      <FileX2 className="size-4" />
      <span>{isGone ? 'This item is unavailable.' : describeFailure(error).message}</span>
      {!isGone && (
        <Button size="sm" isLoading={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      )}
    </div>
  );
}

function LoadedItem({ course }: { course: CourseView }) {
  const card = useRef<HTMLElement>(null);
  useRoomsInView(card, `course-${course.id}`);
  const pathOf = useItemPath();
  const { label } = CONTENT_TYPES[course.contentType];
  return (
    <section ref={card} aria-label={`${label}: ${course.title}`} className={`${BOX} bg-surface-raised`}>
      <div className="flex items-start gap-3">
        <Cover course={course} className="size-12 rounded-md sm:size-16" />
        <div className="min-w-0 flex-1">
          <div className="flex items-start gap-2">
            <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1 text-small text-text-muted">
              <span className="min-w-0 truncate">
                <span>{label}</span>
                {course.category !== null && <span>{` · ${course.category}`}</span>}
              </span>
              <OwnBadge course={course} />
              {course.status !== 'published' && <StatusBadge status={course.status} />}
            </p>
            {!course.viewer.isOwner && (
              <MoreMenu label="More about this item" className="-my-1.5 -me-2">
                <ModerationItems target={{ type: 'course', id: course.id, author: course.author }} />
              </MoreMenu>
            )}
          </div>
          <Link
            to={pathOf(course.id)}
            dir="auto"
            className="line-clamp-3 rounded-sm font-serif text-base leading-snug font-semibold wrap-anywhere hover:underline"
          >
            {course.title}
          </Link>
          <p className="truncate text-small text-text-muted">
            <Name>{course.author.fullName}</Name>
          </p>
        </div>
      </div>
      <ItemFoot course={course} />
    </section>
  );
}

/** The price and the numbers of an item, and what the viewer can do with it here. */
function ItemFoot({ course }: { course: CourseView }) {
  const { actions, enroll, isEnrolling } = useEnrollAction(course);
  const pathOf = useItemPath();
  const { isOwner, isEnrolled, isPurchased } = course.viewer;
  const isFree = course.price === 0;
  const action = isOwner || isEnrolled ? 'Open' : 'See details';
  return (
    <div className="mt-2.5 flex min-h-9 flex-wrap items-center gap-x-4 gap-y-2">
      <span className="font-semibold tabular-nums">{formatPrice(course.price, course.currency)}</span>
      <ItemFigures course={course} />
      <div ref={actions} className="ms-auto flex">
        {isFree && !isOwner && !isEnrolled ? (
          <Button
            size="sm"
            variant="primary"
            aria-label={`Enroll in ${course.title}`}
            isLoading={isEnrolling}
            onClick={enroll}
          >
            Enroll
          </Button>
        ) : (
          <ButtonLink size="sm" to={pathOf(course.id)} aria-label={`${action}: ${course.title}`}>
            {action}
          </ButtonLink>
        )}
      </div>
      <p role="status" className="sr-only">
        {isEnrolled && (isPurchased ? 'You have this item.' : 'You are enrolled.')}
      </p>
    </div>
  );
}
