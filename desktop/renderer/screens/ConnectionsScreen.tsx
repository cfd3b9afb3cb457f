import clsx from 'clsx';
import { Sparkles, UserRoundPlus, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, NavLink } from 'react-router-dom';
import { usePageTitle } from '../lib/page-title.ts';
import { buttonClasses } from '../ui/button-classes.ts';
import { Card } from '../ui/Card.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageColumns } from '../ui/PageColumns.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';

/** Which of the three addresses is open: /connections, /connections/suggestions, /connections/all. */
export type ConnectionsView = 'requests' | 'suggestions' | 'all';

interface ViewText {
  path: string;
  label: string;
  icon: ReactNode;
  title: string;
  text: string;
  step: { path: string; label: string };
}

const VIEWS: Record<ConnectionsView, ViewText> = {
  requests: {
    path: '/connections',
    label: 'Requests',
    icon: <UserRoundPlus />,
    title: 'No requests',
    text: 'Requests to connect, and the ones you have sent, will be listed here until they are answered.',
    step: { path: '/connections/suggestions', label: 'See suggestions' },
  },
  suggestions: {
    path: '/connections/suggestions',
    label: 'Suggestions',
    icon: <Sparkles />,
    title: 'No suggestions yet',
    text: 'People will be suggested here for a reason you can see: the same institution, a shared course, a connection in common.',
    step: { path: '/home', label: 'Meet people at Home' },
  },
  all: {
    path: '/connections/all',
    label: 'All connections',
    icon: <UsersRound />,
    title: 'No connections yet',
    text: 'Everyone you are connected to will be listed here. They can message you, and their posts come first at Home.',
    step: { path: '/connections/suggestions', label: 'See suggestions' },
  },
};

/** The member's network in its first state, one part of it per address. */
export function ConnectionsScreen({ view = 'requests' }: { view?: ConnectionsView | undefined }) {
  const { icon, title, text, step, label } = VIEWS[view];
  usePageTitle(view === 'requests' ? 'Connections' : label);
  return (
    <PageColumns width="wide">
      <PageHeader title="Connections" text="The people you learn and work with." />
      <nav aria-label="Connections" className="mb-5 flex gap-1 overflow-x-auto border-b border-border px-1 pt-1">
        {Object.values(VIEWS).map((item) => (
          <NavLink
            key={item.path}
            to={item.path}
            end
            className={clsx(
              '-mb-px shrink-0 rounded-t-sm border-b-2 border-transparent px-3 py-2 font-medium text-text-muted transition-colors hover:text-text',
              'focus-visible:-outline-offset-2 aria-[current=page]:border-accent aria-[current=page]:text-text',
            )}
          >
            {item.label}
          </NavLink>
        ))}
      </nav>
      <Card isFlush>
        <EmptyState
          icon={icon}
          title={title}
          text={text}
          action={
            <Link to={step.path} className={buttonClasses('secondary')}>
              {step.label}
            </Link>
          }
        />
      </Card>
    </PageColumns>
  );
}
