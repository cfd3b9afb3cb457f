import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { NavLink } from 'react-router-dom';
import { connectionCountQuery } from '../features/connections/api/queries.ts';
import { CallMenu } from '../features/calls/components/CallButtons.tsx';
import { AllConnections } from '../features/connections/components/AllConnections.tsx';
import { Requests } from '../features/connections/components/Requests.tsx';
import { Suggestions } from '../features/connections/components/Suggestions.tsx';
import { usePageTitle } from '../lib/page/page-title.ts';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { PageColumns } from '../ui/PageColumns.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { PageAd } from './PageAd.tsx';

/** Which of the three addresses is open: /connections, /connections/suggestions, /connections/all. */
export type ConnectionsView = 'requests' | 'suggestions' | 'all';

const VIEWS: Record<ConnectionsView, { path: string; label: string }> = {
  requests: { path: '/connections', label: 'Requests' },
  suggestions: { path: '/connections/suggestions', label: 'Suggestions' },
  all: { path: '/connections/all', label: 'All connections' },
};

/** The member's network, one part of it per address. */
export function ConnectionsScreen({ view = 'requests' }: { view?: ConnectionsView | undefined }) {
  usePageTitle(view === 'requests' ? 'Connections' : VIEWS[view].label);
  const { data: count } = useQuery(connectionCountQuery);
  const counts: Partial<Record<ConnectionsView, number | undefined>> = {
    requests: count?.received,
    all: count?.accepted,
  };
  return (
    <PageColumns width="wide">
      <PageHeader title="Connections" text="The members you learn and work with." />
      <nav
        aria-label="Connections"
        className="mb-5 flex gap-1 overflow-x-auto px-1 pt-1 shadow-[inset_0_-1px_var(--border)]"
      >
        {Object.entries(VIEWS).map(([name, { path, label }]) => (
          <NavLink
            key={path}
            to={path}
            end
            className={clsx(
              'shrink-0 rounded-t-sm border-b-2 border-transparent px-3 py-2 font-medium text-text-muted transition-colors hover:text-text',
              'focus-visible:-outline-offset-2 aria-[current=page]:border-accent aria-[current=page]:text-text',
            )}
          >
            <span>{label}</span>
            <CountBadge count={counts[name as ConnectionsView]} />
          </NavLink>
        ))}
      </nav>
      {view === 'requests' && (
        <Requests nextStep={<ButtonLink to="/connections/suggestions">See suggestions</ButtonLink>} />
      )}
      {view === 'suggestions' && <Suggestions nextStep={<ButtonLink to="/home">Meet members at Home</ButtonLink>} />}
      {view === 'all' && (
        <AllConnections
          nextStep={<ButtonLink to="/connections/suggestions">See suggestions</ButtonLink>}
          renderCalls={(user) => user.role !== 'creator' && <CallMenu user={user} />}
        />
      )}
      <PageAd section={5} />
    </PageColumns>
  );
}

function CountBadge({ count }: { count: number | undefined }) {
  if (count === undefined || count === 0) return null;
  return (
    <span className="ms-1.5 rounded-full bg-surface-sunken px-1.5 py-0.5 text-xs text-text-muted tabular-nums">
      {count}
    </span>
  );
}
