import { Link } from 'react-router-dom';
import type { PublicCourseView } from '#shared/api/courses.ts';
import { publicItemPath } from '../../../lib/page/item-path.ts';
import { QUIET_LINK_CLASSES } from '../../../ui/button-classes.ts';
import { Name } from '../../../ui/Name.tsx';
import { CONTENT_TYPES } from '../content-types.ts';
import { formatPrice } from '../price.ts';
import { Cover } from './Cover.tsx';

/**
 * Published courses in a row that scrolls in a narrow window; each leads to its public page. Renders nothing without
 * any.
 */
export function PublicCourseStrip({ courses }: { courses: readonly PublicCourseView[] }) {
  if (courses.length === 0) return null;
  return (
    <section aria-labelledby="catalogue" className="mx-auto w-full max-w-[72rem] px-5 pt-16 sm:px-8">
      <h2 id="catalogue" className="font-serif text-2xl font-semibold tracking-tight">
        From the catalogue
      </h2>
      <p className="mt-1 text-text-muted">Published by members, open to everyone.</p>
      <ul
        aria-labelledby="catalogue"
        tabIndex={0}
        className="-mx-5 mt-5 grid snap-x scroll-px-5 auto-cols-[minmax(15rem,1fr)] grid-flow-col gap-4 overflow-x-auto px-5 pb-3 sm:-mx-8 sm:scroll-px-8 sm:px-8"
      >
        {courses.map((course) => (
          <li
            key={course.id}
            className="relative flex snap-start flex-col overflow-hidden rounded-lg border border-border bg-surface-raised"
          >
            <Cover course={course} className="aspect-[5/2]" />
            <div className="flex flex-1 flex-col p-4">
              <p className="text-xs font-medium text-text-muted">
                <span>{CONTENT_TYPES[course.contentType].label}</span>
                {course.category !== null && <span>{` · ${course.category}`}</span>}
              </p>
              <h3 dir="auto" className="mt-1 line-clamp-2 font-serif text-base leading-snug font-semibold">
                <Link
                  to={publicItemPath(course.id)}
                  className={`${QUIET_LINK_CLASSES} after:absolute after:inset-0 after:content-['']`}
                >
                  {course.title}
                </Link>
              </h3>
              <div className="mt-auto flex items-end justify-between gap-3 pt-4">
                <Name className="min-w-0 truncate text-text-muted">{course.author.fullName}</Name>
                <span className="shrink-0 font-semibold tabular-nums">
                  {formatPrice(course.price, course.currency)}
                </span>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
