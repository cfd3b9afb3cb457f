import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { PublicCourseView } from '#shared/api/courses.ts';
import { itemsOf } from '../../../lib/http/pages.ts';
import { Card } from '../../../ui/Card.tsx';
import { Name } from '../../../ui/Name.tsx';
import { publicCoursesQuery, userCoursesQuery } from '../api/queries.ts';
import { CONTENT_TYPES } from '../content-types.ts';

const SHOWN = 3;

/** The user's courses, newest first, for a side column; renders nothing without any. */
export function ContinueLearning({ userId }: { userId: string }) {
  const { data } = useInfiniteQuery(userCoursesQuery(userId));
  const learning = itemsOf(data).filter(({ relation }) => relation === 'learner');
  return <CourseCard title="Continue learning" courses={learning} />;
}

/** The newest published courses, for a side column; renders nothing without any. */
export function NewCourses() {
  const { data = [] } = useQuery(publicCoursesQuery());
  return <CourseCard title="New courses" courses={data} />;
}

function CourseCard({ title, courses }: { title: string; courses: readonly PublicCourseView[] }) {
  const titleId = useId();
  if (courses.length === 0) return null;
  return (
    <Card as="section" aria-labelledby={titleId}>
      <h2 id={titleId} className="font-semibold">
        {title}
      </h2>
      <ul className="mt-2 space-y-2.5">
        {courses.slice(0, SHOWN).map((course) => {
          const { label, icon: Icon } = CONTENT_TYPES[course.contentType];
          return (
            <li key={course.id} className="flex gap-2.5">
              <span
                aria-hidden="true"
                className="flex size-9 shrink-0 items-center justify-center rounded-md bg-accent-soft text-accent-text"
              >
                <Icon className="size-4.5" strokeWidth={1.5} />
              </span>
              <div className="min-w-0">
                <p dir="auto" className="line-clamp-2 leading-snug wrap-anywhere">
                  {course.title}
                </p>
                <p className="truncate text-small text-text-muted">
                  {label} by <Name>{course.author.fullName}</Name>
                </p>
              </div>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
