import { Star, Users } from 'lucide-react';
import type { CourseView } from '#shared/api/courses.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Count } from '../../../ui/Count.tsx';
import { OWN_LOCALE } from '../../../lib/page/own-locale.ts';

/** The mean of the reviews of an item, and the number of its learners. */
export function ItemFigures({ course }: { course: CourseView }) {
  return (
    <span className="flex items-center gap-1 text-small text-text-muted">
      {course.rating !== null && <Rating rating={course.rating} />}
      <Users className="size-3.5" />
      <Count value={course.enrollments} />
      <span className="sr-only">{course.enrollments === 1 ? ' learner' : ' learners'}</span>
    </span>
  );
}

function Rating({ rating }: { rating: number }) {
  return (
    <span className="me-2 flex items-center gap-1">
      <Star className="size-3.5 fill-current text-warning" />
      <span aria-hidden="true">{rating.toLocaleString(OWN_LOCALE, { maximumFractionDigits: 1 })}</span>
      <span className="sr-only">{`${String(rating)} of 5 stars, `}</span>
    </span>
  );
}

/** Whose item it is, or how much of it the viewer has done; renders nothing for anyone else. */
export function OwnBadge({ course: { viewer } }: { course: CourseView }) {
  if (viewer.isOwner) return <Badge>Yours</Badge>;
  return viewer.isEnrolled && <Badge tone="accent">{doneText(viewer.progress)}</Badge>;
}

function doneText(progress: number | null): string {
  return progress === 100 ? 'Done' : `${String(progress ?? 0)}% done`;
}
