import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { BookOpen, Search, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { itemsOf } from '../../../lib/http/pages.ts';
import { useRooms } from '../../../lib/live/use-rooms.ts';
import { Button } from '../../../ui/Button.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ListFoot } from '../../../ui/ListFoot.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { courseMetaQuery, coursesQuery } from '../api/queries.ts';
import { clearFilters, countFilters, filterText, type CatalogueFilter } from '../filters.ts';
import { CatalogueFacets } from './CatalogueFacets.tsx';
import { CatalogueToolbar } from './CatalogueToolbar.tsx';
import { ItemCard } from './ItemCard.tsx';
import { OWN_LOCALE } from '../../../lib/page/own-locale.ts';

interface CatalogueProps {
  filter: CatalogueFilter;
  onFilter: (filter: CatalogueFilter) => void;
  /** Returns the address of an item, for the filter that leads back. */
  hrefOf: (id: string) => string;
  /** The page where an item is created. */
  createPath: string;
}

/** Published items with search, filters and order. */
export function Catalogue({ filter, onFilter, hrefOf, createPath }: CatalogueProps) {
  useRooms('courses');
  const query = useInfiniteQuery(coursesQuery(filter));
  const { data: meta } = useQuery(courseMetaQuery);
  const [isOpen, setIsOpen] = useState(false);
  const chosen = countFilters(filter);
  const items = itemsOf(query.data);
  const isEmpty = query.data !== undefined && items.length === 0 && !query.hasNextPage && !query.isPlaceholderData;
  if (isEmpty && chosen === 0) return <NothingPublished createPath={createPath} />;
  return (
    <div className="lg:grid lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-8">
      <div className="mb-4 lg:mb-0">
        <Button
          className="lg:hidden"
          aria-expanded={isOpen}
          aria-controls="course-filters"
          onClick={() => setIsOpen(!isOpen)}
        >
          <SlidersHorizontal className="size-4" />
          <span>{`Filters${chosen > 0 ? ` (${String(chosen)})` : ''}`}</span>
        </Button>
        <section
          id="course-filters"
          aria-label="Filters"
          className={clsx('mt-4 lg:mt-0 lg:block', !isOpen && 'hidden')}
        >
          <CatalogueFacets meta={meta} filter={filter} onFilter={onFilter} />
        </section>
      </div>
      <div className="min-w-0">
        <CatalogueToolbar
          filter={filter}
          onFilter={onFilter}
          status={query.data === undefined || query.isPlaceholderData ? '' : countText(items.length, query.hasNextPage)}
        />
        {query.data === undefined && <QueryState query={query} skeleton={<CatalogueSkeleton />} />}
        {isEmpty && <NoMatches filter={filter} currency={meta?.currency ?? 'USD'} onFilter={onFilter} />}
        {items.length > 0 && (
          <div
            aria-busy={query.isPlaceholderData}
            className={clsx(query.isPlaceholderData && 'opacity-60 transition-opacity')}
          >
            <ul aria-label="Items" className={GRID_CLASSES}>
              {items.map((course) => (
                <li key={course.id} className="min-w-0">
                  <ItemCard course={course} to={hrefOf(course.id)} />
                </li>
              ))}
            </ul>
            <ListFoot query={query} hasBorder={false} />
          </div>
        )}
      </div>
    </div>
  );
}

const GRID_CLASSES = 'grid grid-cols-[repeat(auto-fill,minmax(min(13.5rem,100%),1fr))] gap-4';

function countText(count: number, hasMore: boolean): string {
  if (hasMore) return `The first ${count.toLocaleString(OWN_LOCALE)} items`;
  if (count === 0) return 'No matching items';
  return count === 1 ? '1 item' : `${count.toLocaleString(OWN_LOCALE)} items`;
}

function CatalogueSkeleton() {
  return (
    <div aria-hidden="true" className={GRID_CLASSES}>
      {Array.from({ length: 6 }, (_none, index) => (
        <div key={index} className="overflow-hidden rounded-lg border border-border bg-surface-raised">
          <Skeleton className="aspect-[5/2] rounded-none" />
          <div className="flex flex-col gap-2 p-3.5">
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-5 w-full" />
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="mt-2 h-4 w-full" />
          </div>
        </div>
      ))}
    </div>
  );
}

function NothingPublished({ createPath }: { createPath: string }) {
  return (
    <Card isFlush>
      <EmptyState
        icon={<BookOpen />}
        title="Nothing is published yet"
        text="Courses, books, documents and videos that members publish are listed here, by type, subject and price."
        action={<ButtonLink to={createPath}>Create an item</ButtonLink>}
      />
    </Card>
  );
}

interface NoMatchesProps {
  filter: CatalogueFilter;
  currency: string;
  onFilter: (filter: CatalogueFilter) => void;
}

function NoMatches({ filter, currency, onFilter }: NoMatchesProps) {
  return (
    <Card isFlush>
      <EmptyState
        icon={<Search />}
        title="No matching items"
        text={`No published item matches: ${filterText(filter, currency)}.`}
        action={<Button onClick={() => onFilter(clearFilters(filter))}>Clear filters</Button>}
      />
    </Card>
  );
}
