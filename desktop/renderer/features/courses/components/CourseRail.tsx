import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { PublicCourseView } from '#shared/api/courses.ts';
import { itemsOf } from '../../../lib/http/pages.ts';
import { Link } from 'react-router-dom';
import { useItemPath } from '../../../lib/page/item-path.ts';
import type { ViewState } from '../../../lib/use-count-view.ts';
import { QUIET_LINK_CLASSES } from '../../../ui/button-classes.ts';
import { Card } from '../../../ui/Card.tsx';
import { Name } from '../../../ui/Name.tsx';
import { publicCoursesQuery, userCoursesQuery } from '../api/queries.ts';
import { CONTENT_TYPES } from '../content-types.ts';
import { Cover } from './Cover.tsx';

const SHOWN = 3;

/** The user's courses, newest first, for a side column; renders nothing without any. */
export function ContinueLearning({ userId }: { userId: string }) {
  const { data } = useInfiniteQuery(userCoursesQuery(userId));
  const learning = itemsOf(data).filter(({ relation }) => relation === 'learner');
  return <CourseCard title="Continue learning" courses={learning} />;
}

const FROM_HOME: ViewState = { source: 'feed' };

/** The newest published courses, for a side column; renders nothing without any. */
export function NewCourses() {
  const { data = [] } = useQuery(publicCoursesQuery());
  return <CourseCard title="New courses" courses={data} />;
}

function CourseCard({ title, courses }: { title: string; courses: readonly PublicCourseView[] }) {
  const titleId = useId();
  const pathOf = useItemPath();
  if (courses.length === 0) return null;
  return (
    <Card as="section" aria-labelledby={titleId}>
      <h2 id={titleId} className="font-semibold">
        {title}
      </h2>
      <ul className="mt-2 space-y-2.5">
        {courses.slice(0, SHOWN).map((course) => {
          return (
            <li key={course.id} className="flex gap-2.5">
              <Cover course={course} className="size-9 rounded-md" iconClassName="size-4.5" />
              <div className="min-w-0">
                <p dir="auto" className="line-clamp-2 leading-snug wrap-anywhere">
                  <Link to={pathOf(course.id)} state={FROM_HOME} className={QUIET_LINK_CLASSES}>
                    {course.title}
                  </Link>
                </p>
                <p className="truncate text-small text-text-muted">
                  <span>{`${CONTENT_TYPES[course.contentType].label} by`}</span> <Name>{course.author.fullName}</Name>
                </p>
              </div>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
