import { useQuery } from '@tanstack/react-query';
import { FileX2 } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import type { CurrentUser } from '#shared/api/auth.ts';
import { ApiError } from '../../../../lib/http/errors.ts';
import { ButtonLink } from '../../../../ui/ButtonLink.tsx';
import { Card } from '../../../../ui/Card.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import { courseQuery } from '../../api/queries.ts';
import { EditCourse } from './EditCourse.tsx';
import { NewCourse } from './NewCourse.tsx';
import { FIRST_STEPS, STEPS, type Step } from './steps.ts';

interface CourseEditorProps {
  /** The item to edit; null creates a new one. */
  courseId: string | null;
  user: CurrentUser;
}

/** Creates or edits an item in steps; `?step=` is the open one. */
export function CourseEditor({ courseId, user }: CourseEditorProps) {
  const [search] = useSearchParams();
  const requested = search.get('step');
  const step: Step = STEPS.find(({ value }) => value === requested)?.value ?? 'type';
  if (courseId === null) return <NewCourse step={FIRST_STEPS.includes(step) ? step : 'type'} />;
  return <OwnCourse key={courseId} courseId={courseId} user={user} step={requested === null ? 'details' : step} />;
}

function OwnCourse({ courseId, user, step }: { courseId: string; user: CurrentUser; step: Step }) {
  const query = useQuery(courseQuery(courseId));
  const { data: course, error } = query;
  const isMissing = error instanceof ApiError && error.status === 404;
  if (isMissing || course?.viewer.isOwner === false) {
    return (
      <Card isFlush>
        <EmptyState
          icon={<FileX2 />}
          title={isMissing ? 'This item is unavailable' : 'Only its author can edit this item'}
          text={isMissing ? 'It may have been deleted.' : 'You can open its page instead.'}
          action={
            <ButtonLink to={isMissing ? '/library?tab=created' : `/library?item=${courseId}`}>
              {isMissing ? 'Go to the Library' : 'Open the item'}
            </ButtonLink>
          }
        />
      </Card>
    );
  }
  if (course === undefined) return <QueryState query={query} skeleton={<Skeleton className="h-96 w-full" />} />;
  return <EditCourse course={course} user={user} step={step} />;
}
