import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ClientPage } from '../lib/http/api.ts';
import { itemsOf } from '../lib/http/pages.ts';
import { Card } from './Card.tsx';
import { ListFoot } from './ListFoot.tsx';
import { QueryState } from './QueryState.tsx';

interface PagedListProps<Item> {
  /** Name of the list for screen readers. */
  label: string;
  query: UseInfiniteQueryResult<InfiniteData<ClientPage<Item>>>;
  keyOf: (item: Item) => string;
  row: (item: Item) => ReactNode;
  empty: ReactNode;
  /** Shown while the first page loads. */
  skeleton: ReactNode;
}

/** Shows a paged list in a card, with its loading, failed and empty states. */
export function PagedList<Item>({ label, query, keyOf, row, empty, skeleton }: PagedListProps<Item>) {
  if (query.data === undefined) return <QueryState query={query} skeleton={skeleton} />;
  const items = itemsOf(query.data);
  if (items.length === 0 && !query.hasNextPage) return <Card isFlush>{empty}</Card>;
  return (
    <Card isFlush>
      <ul aria-label={label} className="divide-y divide-border">
        {items.map((item) => (
          <li key={keyOf(item)}>{row(item)}</li>
        ))}
      </ul>
      <ListFoot query={query} />
    </Card>
  );
}
