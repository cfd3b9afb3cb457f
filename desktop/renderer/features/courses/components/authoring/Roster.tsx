import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ArrowLeft, Download, Users } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import type { Role } from '#shared/api/endpoint.ts';
import { LEARNER_FILTERS } from '#shared/api/enrollments.ts';
import { useHeadingFocus } from '../../../../lib/page/focus.ts';
import { itemsOf } from '../../../../lib/http/pages.ts';
import { usePageTitle } from '../../../../lib/page/page-title.ts';
import { Button } from '../../../../ui/Button.tsx';
import { ButtonLink } from '../../../../ui/ButtonLink.tsx';
import { Card } from '../../../../ui/Card.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { ListFoot } from '../../../../ui/ListFoot.tsx';
import { PageHeader } from '../../../../ui/PageHeader.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import { learnersQuery, useExportLearners, type LearnerFilter } from '../../api/authoring.ts';
import { courseQuery } from '../../api/queries.ts';
import { LEARNER_FILTER_LABELS, LearnerFilters, LearnersTable } from './LearnersTable.tsx';

/** The learners of an own item; `?filter=` narrows them. */
export function Roster({ courseId, role }: { courseId: string; role: Role }) {
  usePageTitle('Learners');
  useHeadingFocus();
  const [search, setSearch] = useSearchParams();
  const filter = LEARNER_FILTERS.find((value) => value === search.get('filter')) ?? 'all';
  const { data: course } = useQuery(courseQuery(courseId));
  const move = (next: LearnerFilter): void =>
    setSearch({ learners: courseId, ...(next !== 'all' && { filter: next }) }, { replace: true });
  return (
    <>
      <ButtonLink to="/library?tab=created" variant="ghost" size="sm" className="mb-3 -ms-2.5">
        <ArrowLeft className="size-4 rtl:rotate-180" />
        Library
      </ButtonLink>
      <PageHeader title="Learners" text={course && <bdi className="wrap-anywhere">{course.title}</bdi>} />
      <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
        <LearnerFilters value={filter} onChange={move} />
        <ExportButton courseId={courseId} filter={filter} />
      </div>
      <Learners key={filter} courseId={courseId} role={role} filter={filter} onAll={() => move('all')} />
    </>
  );
}

function ExportButton({ courseId, filter }: { courseId: string; filter: LearnerFilter }) {
  const { mutate, isPending } = useExportLearners(courseId);
  return (
    <Button size="sm" isLoading={isPending} onClick={() => mutate(filter)}>
      <Download className="size-4" />
      Save as CSV
    </Button>
  );
}

interface LearnersProps {
  courseId: string;
  role: Role;
  filter: LearnerFilter;
  onAll: () => void;
}

function Learners({ courseId, role, filter, onAll }: LearnersProps) {
  const query = useInfiniteQuery(learnersQuery(courseId, filter));
  if (query.data === undefined) return <QueryState query={query} skeleton={<Skeleton className="h-48 w-full" />} />;
  const learners = itemsOf(query.data);
  if (learners.length === 0) {
    return (
      <Card isFlush>
        {filter === 'all' ? (
          <EmptyState
            icon={<Users />}
            title="No learners yet"
            text="Members who enroll in this item are listed here with their progress."
            action={<ButtonLink to={`/library?item=${courseId}`}>Open the item</ButtonLink>}
          />
        ) : (
          <EmptyState
            icon={<Users />}
            title="No matching learners"
            text={`No learner matches: ${LEARNER_FILTER_LABELS[filter]}.`}
            action={<Button onClick={onAll}>Clear filters</Button>}
          />
        )}
      </Card>
    );
  }
  return (
    <>
      <LearnersTable learners={learners} role={role} />
      <ListFoot query={query} hasBorder={false} />
    </>
  );
}
