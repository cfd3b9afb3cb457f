import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { ChartNoAxesColumn } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { METRICS_OF_ROLE, type AnalyticsView, type MetricName } from '#shared/api/analytics.ts';
import type { Role } from '#shared/api/endpoint.ts';
import { useItemPath } from '../../../lib/page/item-path.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Name } from '../../../ui/Name.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { analyticsQuery } from '../api/queries.ts';
import { writePlace, type AnalyticsPlace } from '../place.ts';
import { Annotations } from './Annotations.tsx';
import { DaysTable } from './DaysTable.tsx';
import { LessonNumbers } from './LessonNumbers.tsx';
import { MemberGroups } from './MemberGroups.tsx';
import { MetricCards } from './MetricCards.tsx';
import { GRAPH_ID, MetricGraph } from './MetricGraph.tsx';
import { PeriodPicker } from './PeriodPicker.tsx';
import { Ratios } from './Ratios.tsx';
import { States } from './States.tsx';
import { Subjects } from './Subjects.tsx';
import { OWN_LOCALE } from '../../../lib/page/own-locale.ts';

const UPDATED = new Intl.DateTimeFormat(OWN_LOCALE, { dateStyle: 'medium', timeStyle: 'short' });

interface AnalyticsProps {
  place: AnalyticsPlace;
  onMove: (place: AnalyticsPlace) => void;
}

/** The numbers of the user: a period, cards, one graph, its parts, what the user did, and all numbers by day. */
export function Analytics({ place, onMove }: AnalyticsProps) {
  const query = useQuery(analyticsQuery(place));
  const { data: view } = query;
  return (
    <>
      <PeriodPicker place={place} onMove={onMove} />
      {view === undefined ? (
        <>
          <QueryState query={query} skeleton={<AnalyticsSkeleton />} />
          {place.item !== null && query.isError && <AllNumbers place={place} />}
        </>
      ) : (
        <div
          aria-busy={query.isPlaceholderData}
          className={clsx(query.isPlaceholderData && 'opacity-60 transition-opacity')}
        >
          {view.item !== null && <ItemLinks item={view.item} place={place} />}
          <Updated view={view} isCompared={place.isCompared && !query.isPlaceholderData} />
          <Numbers view={view} place={place} onMove={onMove} />
        </div>
      )}
    </>
  );
}

/** Names the only item whose numbers are shown, and leads back to all. */
function ItemLinks({ item, place }: { item: NonNullable<AnalyticsView['item']>; place: AnalyticsPlace }) {
  const pathOf = useItemPath();
  return (
    <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <p className="min-w-0 wrap-anywhere">
        <span className="text-text-muted">Only of the item </span>
        <TextLink to={pathOf(item.id)}>
          <Name>{item.title}</Name>
        </TextLink>
      </p>
      <AllNumbers place={place} />
    </div>
  );
}

function AllNumbers({ place }: { place: AnalyticsPlace }) {
  const [search] = useSearchParams();
  return (
    <ButtonLink to={`?${writePlace(search, { ...place, item: null }).toString()}`} size="sm">
      All numbers
    </ButtonLink>
  );
}

function Updated({ view, isCompared }: { view: AnalyticsView; isCompared: boolean }) {
  return (
    <div className="mb-3 text-small text-text-muted">
      <p>
        {view.updatedAt === null ? (
          'Not counted yet. Numbers are counted once an hour.'
        ) : (
          <>
            <span>Counted once an hour, last on</span>{' '}
            <time dateTime={view.updatedAt}>{UPDATED.format(new Date(view.updatedAt))}</time>
            <span>. A day begins at midnight in UTC.</span>
          </>
        )}
      </p>
      {isCompared && view.previous === null && (
        <p role="status">Your account is too young for a comparison with the period before.</p>
      )}
    </div>
  );
}

function Numbers({ view, place, onMove }: AnalyticsProps & { view: AnalyticsView }) {
  const metric = view.metrics.find(({ name }) => name === place.metric) ?? view.metrics[0];
  const isEmpty =
    view.otherMoney.length === 0 && view.metrics.every(({ total, previousTotal }) => total === 0 && !previousTotal);
  const [search] = useSearchParams();
  const pathOf = (item: string) => `?${writePlace(search, { ...place, item }).toString()}`;
  const choose = (name: MetricName): void => {
    onMove({ ...place, metric: name });
    // On a phone the graph is below the cards.
    document.getElementById(GRAPH_ID)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <>
      {isEmpty || !metric ? (
        <>
          <States view={view} />
          <FirstState view={view} />
        </>
      ) : (
        <>
          <MetricCards view={view} chosen={metric.name} onChoose={choose} />
          <MetricGraph view={view} metric={metric} />
          <Ratios view={view} />
          <States view={view} />
          <div className="lg:grid lg:grid-cols-2 lg:items-start lg:gap-4">
            <div>
              <Subjects view={view} metric={metric} pathOf={pathOf} />
            </div>
            <Annotations view={view} />
          </div>
          <DaysTable view={view} />
        </>
      )}
      {view.item !== null && view.role !== 'student' && <LessonNumbers itemId={view.item.id} />}
      {view.role === 'institution' && view.item === null && <MemberGroups members={view.members} />}
    </>
  );
}

const FIRST_STEPS: Record<Role, { text: string; path: string; label: string }> = {
  student: {
    text: 'Lessons that you finish, and what others do with your posts, are counted here. Only you see these numbers.',
    path: '/courses',
    label: 'Go to Courses',
  },
  teacher: {
    text: 'Views of your items, enrollments, and what others do with your posts are counted here. Only you see these numbers.',
    path: '/library?new=1',
    label: 'Create an item',
  },
  institution: {
    text: 'Views of your items, enrollments, and what others do with your posts are counted here. Only you see these numbers.',
    path: '/library?new=1',
    label: 'Create an item',
  },
  creator: {
    text: 'Views and sales of your items are counted here. Only you see these numbers.',
    path: '/library?new=1',
    label: 'Create an item',
  },
};

function FirstState({ view: { role, item } }: { view: AnalyticsView }) {
  const { text, path, label } = FIRST_STEPS[role];
  const groups = METRICS_OF_ROLE[role].map(({ title }) => title.toLowerCase()).join(' and ');
  return (
    <Card isFlush className="mb-4">
      <EmptyState
        icon={<ChartNoAxesColumn />}
        title={`No numbers about ${item === null ? groups : 'this item'} in this period`}
        text={text}
        action={item === null ? <ButtonLink to={path}>{label}</ButtonLink> : undefined}
      />
    </Card>
  );
}

function AnalyticsSkeleton() {
  return (
    <div aria-busy="true">
      <div className="mb-6 grid grid-cols-2 gap-2 sm:grid-cols-3 min-[80rem]:grid-cols-6">
        {[0, 1, 2, 3, 4, 5].map((card) => (
          <Card key={card} className="space-y-2">
            <Skeleton className="h-3.5 w-20" />
            <Skeleton className="h-6 w-14" />
          </Card>
        ))}
      </div>
      <Card>
        <Skeleton className="h-72 w-full" />
      </Card>
    </div>
  );
}
