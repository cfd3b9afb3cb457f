import { useInfiniteQuery } from '@tanstack/react-query';
import { BellOff, CheckCheck, Clock, ListChecks } from 'lucide-react';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { NotificationFilter, NotificationView } from '#shared/api/notifications.ts';
import { itemsOf } from '../../../lib/http/pages.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { ListFoot } from '../../../ui/ListFoot.tsx';
import { notificationsQuery, type ListFilter } from '../api/queries.ts';
import { useRowActions, type RowActions } from '../hooks/use-row-actions.ts';
import { morningIn } from '../snooze.ts';
import { NotificationItem } from './NotificationItem.tsx';
import { NotificationSkeleton } from './NotificationSkeleton.tsx';

interface NotificationListProps {
  list: ListFilter;
  onClear: () => void;
  onClose: () => void;
}

const EMPTY: Record<NotificationFilter, { icon: ReactNode; title: string; text: string }> = {
  all: {
    icon: <CheckCheck />,
    title: 'All caught up',
    text: 'Requests, comments and news about your account appear here.',
  },
  unread: { icon: <CheckCheck />, title: 'All caught up', text: 'You have read everything.' },
  snoozed: {
    icon: <Clock />,
    title: 'Nothing is snoozed',
    text: 'Notifications you snooze are listed here until they return.',
  },
  done: {
    icon: <ListChecks />,
    title: 'Nothing is done yet',
    text: 'Notifications you mark as done are stored here until they expire.',
  },
};

/** Keys of the focused row. */
const KEYS: Record<string, (view: NotificationView, actions: RowActions) => void> = {
  e: (view, actions) => actions.toggleDone(view),
  u: (view, actions) => actions.toggleRead(view),
  s: (view, actions) =>
    view.snoozedUntil === null ? actions.snooze(view, morningIn(new Date(), 1)) : actions.wake(view),
};
const STEPS: Record<string, number> = { j: 1, k: -1 };
const LEAVING = new Set(['e', 's']);

/**
 * One list of notifications, page by page. Keys: j and k move, e marks as done, u toggles read, s snoozes until
 * tomorrow.
 */
export function NotificationList({ list, onClear, onClose }: NotificationListProps) {
  const query = useInfiniteQuery(notificationsQuery(list));
  const rows = useRef<HTMLUListElement>(null);
  const actions = useRowActions();
  if (query.data === undefined) {
    const state = <QueryState query={query} skeleton={<NotificationSkeleton />} />;
    return query.isError ? <div className="p-4">{state}</div> : state;
  }
  const views = itemsOf(query.data);
  if (views.length === 0 && !query.hasNextPage) return <Empty list={list} onClear={onClear} />;

  const articles = (): HTMLElement[] => [
    ...(rows.current?.querySelectorAll<HTMLElement>(':scope > li > article') ?? []),
  ];
  /** Focuses the next row, or the previous one at the end, before a row is removed. */
  const moveOn = (index: number): void => {
    const all = articles();
    (all[index + 1] ?? all[index - 1])?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, index: number): void => {
    // Events from a row's menu also arrive here, but the menu is elsewhere in the document.
    if (event.ctrlKey || event.metaKey || event.altKey || !event.currentTarget.contains(event.target as Node)) return;
    const step = STEPS[event.key];
    const view = views[index];
    const act = KEYS[event.key];
    if (step !== undefined) articles()[index + step]?.focus();
    else if (!view || !act) return;
    else {
      if (LEAVING.has(event.key)) moveOn(index);
      act(view, actions);
    }
    event.preventDefault();
  };
  return (
    <>
      <ul ref={rows} aria-label="Notifications" className="divide-y divide-border">
        {views.map((view, index) => (
          <li key={view.id}>
            <NotificationItem
              view={view}
              list={list}
              actions={actions}
              onKeyDown={(event) => onKeyDown(event, index)}
              onLeave={() => moveOn(index)}
              onClose={onClose}
            />
          </li>
        ))}
      </ul>
      <ListFoot query={query} />
    </>
  );
}

function Empty({ list, onClear }: { list: ListFilter; onClear: () => void }) {
  if (list.category !== '' || list.priority !== '') {
    return (
      <EmptyState
        level={3}
        icon={<BellOff />}
        title="No matching notifications"
        text="There are no notifications of this kind and priority."
        action={<Button onClick={onClear}>Clear filters</Button>}
      />
    );
  }
  return <EmptyState level={3} {...EMPTY[list.filter]} />;
}
