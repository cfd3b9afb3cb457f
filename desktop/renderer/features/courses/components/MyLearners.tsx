import { useInfiniteQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useState } from 'react';
import type { Role } from '#shared/api/endpoint.ts';
import { itemsOf } from '../../../lib/http/pages.ts';
import { Button } from '../../../ui/Button.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ListFoot } from '../../../ui/ListFoot.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ownLearnersQuery, type LearnerFilter } from '../api/authoring.ts';
import { LEARNER_FILTER_LABELS, LearnerFilters, LearnersTable } from './authoring/LearnersTable.tsx';

/** The learners of all items of the user, newest first. */
export function MyLearners({ role }: { role: Role }) {
  const [filter, setFilter] = useState<LearnerFilter>('all');
  return (
    <div className="flex flex-col gap-4">
      <LearnerFilters value={filter} onChange={setFilter} />
      <Learners key={filter} filter={filter} role={role} onAll={() => setFilter('all')} />
    </div>
  );
}

function Learners({ filter, role, onAll }: { filter: LearnerFilter; role: Role; onAll: () => void }) {
  const query = useInfiniteQuery(ownLearnersQuery(filter));
  if (query.data === undefined) return <QueryState query={query} skeleton={<Skeleton className="h-48 w-full" />} />;
  const learners = itemsOf(query.data);
  if (learners.length > 0) {
    return (
      <div>
        <LearnersTable learners={learners} role={role} />
        <ListFoot query={query} hasBorder={false} />
      </div>
    );
  }
  return (
    <Card isFlush>
      {filter === 'all' ? (
        <EmptyState
          icon={<Users />}
          title="No learners yet"
          text="Members who enroll in your items are listed here with their progress."
          action={<ButtonLink to="/library?tab=created">Open your items</ButtonLink>}
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
