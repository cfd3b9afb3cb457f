import { Link, type To } from 'react-router-dom';
import type { CourseView } from '#shared/api/courses.ts';
import type { ViewState } from '../../../lib/use-count-view.ts';
import { QUIET_LINK_CLASSES } from '../../../ui/button-classes.ts';
import { Card } from '../../../ui/Card.tsx';
import { Name } from '../../../ui/Name.tsx';
import { CONTENT_TYPES } from '../content-types.ts';
import { formatPrice } from '../price.ts';
import { Cover } from './Cover.tsx';
import { ItemFigures, OwnBadge } from './ItemFigures.tsx';

const FROM_CATALOGUE: ViewState = { source: 'catalogue' };

/** An item of the catalogue. Its one link covers the card. */
export function ItemCard({ course, to }: { course: CourseView; to: To }) {
  const { isOwner, isEnrolled } = course.viewer;
  return (
    <Card
      as="article"
      isFlush
      className="relative flex h-full flex-col overflow-hidden transition-colors hover:border-border-strong"
    >
      <Cover course={course} className="aspect-[5/2]" />
      {(isOwner || isEnrolled) && (
        <span className="absolute end-2 top-2 flex rounded-full bg-surface-raised">
          <OwnBadge course={course} />
        </span>
      )}
      <div className="flex flex-1 flex-col gap-1 p-3.5">
        <p className="truncate text-small text-text-muted">
          <span>{CONTENT_TYPES[course.contentType].label}</span>
          {course.category !== null && <span>{` · ${course.category}`}</span>}
        </p>
        <h2 dir="auto" className="line-clamp-2 font-serif text-base leading-snug font-semibold wrap-anywhere">
          <Link
            to={to}
            state={FROM_CATALOGUE}
            className={`${QUIET_LINK_CLASSES} after:absolute after:inset-0 after:content-['']`}
          >
            {course.title}
          </Link>
        </h2>
        <p className="truncate text-text-muted">
          <Name>{course.author.fullName}</Name>
        </p>
        <p className="mt-auto flex items-center justify-between gap-2 pt-2">
          <span className="font-semibold tabular-nums">{formatPrice(course.price, course.currency)}</span>
          <ItemFigures course={course} />
        </p>
      </div>
    </Card>
  );
}
