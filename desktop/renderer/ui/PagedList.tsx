import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ClientPage } from '../lib/api.ts';
import { describeFailure } from '../lib/failure.ts';
import { Card } from './Card.tsx';
import { ErrorPanel } from './ErrorPanel.tsx';
import { ListFoot } from './ListFoot.tsx';

/** Props of {@link PagedList}. */
export interface PagedListProps<Item> {
  /** Name of the list for screen readers. */
  label: string;
  query: UseInfiniteQueryResult<InfiniteData<ClientPage<Item>>>;
  keyOf: (item: Item) => string;
  row: (item: Item) => ReactNode;
  empty: ReactNode;
  /** Holds the place of the list while its first page loads. */
  skeleton: ReactNode;
}

/**
 * The pages of a list in one card, with the way to the next one, and what stands there while it loads, fails or is
 * empty.
 */
export function PagedList<Item>({ label, query, keyOf, row, empty, skeleton }: PagedListProps<Item>) {
  if (query.data === undefined) {
    if (query.isError)
      return (
        <ErrorPanel
          {...describeFailure(query.error)}
          isRetrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      );
    return skeleton;
  }
  const items = query.data.pages.flatMap((page) => page.items);
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
