import { useInfiniteQuery } from '@tanstack/react-query';
import { BookOpen } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { ProfileCourseView, UserCard } from '#shared/api/users.ts';
import { mapItems } from '../../../lib/http/pages.ts';
import { useItemPath } from '../../../lib/page/item-path.ts';
import type { ViewState } from '../../../lib/use-count-view.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { QUIET_LINK_CLASSES } from '../../../ui/button-classes.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Name } from '../../../ui/Name.tsx';
import { PagedList } from '../../../ui/PagedList.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { userCoursesQuery } from '../api/queries.ts';
import { CONTENT_TYPES } from '../content-types.ts';
import { formatPrice } from '../price.ts';
import { Cover } from './Cover.tsx';

const FROM_PROFILE: ViewState = { source: 'profile' };

/** The courses that a user made and, when `isOpen`, is enrolled in. */
export function UserCourses({ user, isSelf, isOpen }: { user: UserCard; isSelf: boolean; isOpen: boolean }) {
  const pathOf = useItemPath();
  const query = useInfiniteQuery({
    ...userCoursesQuery(user.id),
    select: (data) => mapItems(data, (course) => (isOpen || course.relation !== 'learner' ? course : null)),
  });
  return (
    <PagedList
      label="Courses and other items"
      query={query}
      keyOf={(course) => `${course.relation}-${course.id}`}
      skeleton={<Skeleton className="h-24 w-full" />}
      empty={
        <EmptyState
          icon={<BookOpen />}
          title="No courses"
          text={
            isSelf ? (
              'Courses you publish or learn with appear here.'
            ) : (
              <>
                <Name>{user.fullName}</Name> <span>has published nothing, and shares nothing they learn with.</span>
              </>
            )
          }
        />
      }
      row={(course) => <CourseRow course={course} path={pathOf(course.id)} />}
    />
  );
}

function CourseRow({ course, path }: { course: ProfileCourseView; path: string }) {
  const { label } = CONTENT_TYPES[course.contentType];
  const isLearner = course.relation === 'learner';
  return (
    <div className="flex items-start gap-3 px-4 py-3.5">
      <Cover course={course} className="size-12 rounded-md" iconClassName="size-5" />
      <div className="min-w-0 flex-1">
        <p dir="auto" className="font-serif text-base leading-snug font-semibold wrap-anywhere">
          <Link to={path} state={FROM_PROFILE} className={QUIET_LINK_CLASSES}>
            {course.title}
          </Link>
        </p>
        <p className="mt-0.5 text-small text-text-muted">
          <span>{label}</span>
          {course.category !== null && <span>{` · ${course.category}`}</span>}
          {isLearner && (
            <>
              {' '}
              <span>· by</span> <Name>{course.author.fullName}</Name>
            </>
          )}
        </p>
      </div>
      <div className="flex shrink-0 flex-col items-end gap-1">
        {isLearner ? (
          <Badge>Learning</Badge>
        ) : (
          <span className="font-semibold tabular-nums">{formatPrice(course.price, course.currency)}</span>
        )}
        {course.status !== 'published' && (
          <Badge tone="warning">{course.status === 'draft' ? 'Draft' : 'Archived'}</Badge>
        )}
      </div>
    </div>
  );
}
