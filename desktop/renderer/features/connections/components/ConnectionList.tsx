import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import type { ConnectionView } from '#shared/api/connections.ts';
import { itemsOf } from '../../../lib/http/pages.ts';
import { Card } from '../../../ui/Card.tsx';
import { ListFoot } from '../../../ui/ListFoot.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { connectionsQuery, type ConnectionsFilter } from '../api/queries.ts';
import { UserListSkeleton } from './UserListSkeleton.tsx';

interface ConnectionListProps {
  /** Name of the list for screen readers. */
  label: string;
  filter: ConnectionsFilter;
  empty: ReactNode;
  /** Renders one row; `moveOn` moves the focus to the next row before this one is removed. */
  row: (connection: ConnectionView, moveOn: () => void) => ReactNode;
}

/** One paged list of connections. */
export function ConnectionList({ label, filter, empty, row }: ConnectionListProps) {
  const query = useInfiniteQuery(connectionsQuery(filter));
  const list = useRef<HTMLUListElement>(null);
  if (query.data === undefined) return <QueryState query={query} skeleton={<UserListSkeleton />} />;
  const connections = itemsOf(query.data);
  if (connections.length === 0 && !query.hasNextPage) return <Card isFlush>{empty}</Card>;
  const moveOn = (index: number): void => {
    const rows = list.current?.querySelectorAll<HTMLElement>(
      ':scope > li > [tabindex], :scope > li a[href]:not([tabindex="-1"])',
    );
    const next = list.current?.children[index + 1] ?? list.current?.children[index - 1];
    const target = [...(rows ?? [])].find((element) => next?.contains(element));
    target?.focus();
  };
  return (
    <Card isFlush>
      <ul ref={list} aria-label={label} className="divide-y divide-border">
        {connections.map((connection, index) => (
          <li key={connection.id}>{row(connection, () => moveOn(index))}</li>
        ))}
      </ul>
      <ListFoot query={query} />
    </Card>
  );
}
