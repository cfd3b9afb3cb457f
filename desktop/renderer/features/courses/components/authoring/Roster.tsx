import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ArrowLeft, Users } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import type { Role } from '#shared/api/endpoint.ts';
import { LEARNER_FILTERS, type LearnerView } from '#shared/api/enrollments.ts';
import { useHeadingFocus } from '../../../../lib/page/focus.ts';
import { itemsOf } from '../../../../lib/http/pages.ts';
import { usePageTitle } from '../../../../lib/page/page-title.ts';
import { Avatar } from '../../../../ui/Avatar.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { ButtonLink } from '../../../../ui/ButtonLink.tsx';
import { Card } from '../../../../ui/Card.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { ListFoot } from '../../../../ui/ListFoot.tsx';
import { Name } from '../../../../ui/Name.tsx';
import { PageHeader } from '../../../../ui/PageHeader.tsx';
import { Progress } from '../../../../ui/Progress.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import { Time } from '../../../../ui/Time.tsx';
import { ToggleButtons } from '../../../../ui/ToggleButtons.tsx';
import { AvatarLink } from '../../../users/components/AvatarLink.tsx';
import { NameLink } from '../../../users/components/NameLink.tsx';
import { learnersQuery, type LearnerFilter } from '../../api/authoring.ts';
import { courseQuery } from '../../api/queries.ts';

const FILTERS: Record<LearnerFilter, string> = {
  all: 'All',
  inactive: 'No activity for 14 days',
  completed: 'Completed',
};
const CELL = 'px-3 py-2.5 align-middle';

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
      <ToggleButtons
        label="Show"
        className="mb-4"
        options={LEARNER_FILTERS.map((value) => ({ value, label: FILTERS[value] }))}
        value={filter}
        onChange={move}
      />
      <Learners key={filter} courseId={courseId} role={role} filter={filter} onAll={() => move('all')} />
    </>
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
            text={`No learner matches: ${FILTERS[filter]}.`}
            action={<Button onClick={onAll}>Clear filters</Button>}
          />
        )}
      </Card>
    );
  }
  return (
    <>
      <Card isFlush className="relative overflow-x-auto" role="region" aria-label="Table of learners" tabIndex={0}>
        <table className="w-full min-w-[42rem] border-collapse text-start text-small">
          <thead className="border-b border-border text-text-muted">
            <tr>
              {['Name', 'Enrolled', 'Progress', 'Last activity', 'Completed'].map((label) => (
                <th key={label} scope="col" className="px-3 py-2 text-start font-medium whitespace-nowrap">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-border">
            {learners.map((learner) => (
              <LearnerRow key={learner.user.id} learner={learner} role={role} />
            ))}
          </tbody>
        </table>
      </Card>
      <ListFoot query={query} hasBorder={false} />
    </>
  );
}

function LearnerRow({ learner, role }: { learner: LearnerView; role: Role }) {
  const { user, enrolledAt, progress, lastOpenedAt, completedAt } = learner;
  // Creators cannot open profiles.
  const isLinked = role !== 'creator';
  return (
    <tr>
      <th scope="row" className={`${CELL} min-w-44 text-start font-normal`}>
        <span className="flex items-center gap-2.5">
          {isLinked ? (
            <AvatarLink user={user} size="sm" />
          ) : (
            <Avatar name={user.fullName} src={user.profileImage} size="sm" />
          )}
          <span className="line-clamp-2 min-w-0 wrap-anywhere">
            {isLinked ? <NameLink user={user} /> : <Name>{user.fullName}</Name>}
          </span>
        </span>
      </th>
      <td className={CELL}>
        <Time iso={enrolledAt} format="date" />
      </td>
      <td className={`${CELL} min-w-36`}>
        <Progress label={`Progress of ${user.fullName}`} share={progress / 100} doneText="100%" />
      </td>
      <td className={CELL}>{lastOpenedAt === null ? 'Never' : <Time iso={lastOpenedAt} />}</td>
      <td className={CELL}>{completedAt === null ? 'Not yet' : <Time iso={completedAt} format="date" />}</td>
    </tr>
  );
}
