import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import type { SearchResponse, SearchFilters, SearchResult, SearchType } from '#shared/api/search.ts';
import { SEARCH_LIMITS } from '#shared/limits.ts';
import { describeFailure } from '../../../lib/http/failure.ts';
import { Button } from '../../../ui/Button.tsx';
import { LINK_CLASSES } from '../../../ui/button-classes.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorPanel } from '../../../ui/ErrorPanel.tsx';
import { Name } from '../../../ui/Name.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { resultsQuery } from '../api/queries.ts';
import { recordOpened } from '../api/mutations.ts';
import { addressOf } from '../options.tsx';
import { ResultRow } from './ResultRow.tsx';
import { SearchFilterBar, type ChosenFilters } from './SearchFilterBar.tsx';

interface SearchResultsProps {
  q: string;
  types: readonly SearchType[];
  onOpen: (path: string) => void;
  onSearch: (text: string) => void;
}

/** The results of a search with filters and the number of each type. */
export function SearchResults({ q, types, onOpen, onSearch }: SearchResultsProps) {
  const [chosen, setChosen] = useState<ChosenFilters>({ sort: 'relevance', from: '', to: '', category: '' });
  const query = useInfiniteQuery(resultsQuery(q, filtersOf(chosen)));
  const client = useQueryClient();
  const pages = query.data?.pages ?? [];
  const [first] = pages;
  const results = pages.flatMap((page) => page.results);

  const open = (result: SearchResult, position: number): void => {
    const { entityType, entityId } = result;
    if (first?.searchId)
      recordOpened(client, first.searchId, {
        entityType,
        entityId,
        position: Math.min(position, SEARCH_LIMITS.positionMax),
      });
    onOpen(addressOf(result));
  };

  return (
    <section aria-label="Results" aria-busy={query.isFetching} className="pt-2">
      <SearchFilterBar types={types} counts={first?.counts ?? null} chosen={chosen} onChoose={setChosen} />
      <p role="status" className="my-3 text-small text-text-muted">
        {first !== undefined && !query.isFetching && <Found results={first} type={chosen.type} />}
      </p>
      {first?.correctedTo != null && results.length > 0 && (
        <p className="mb-3">
          No results for “<Name>{q}</Name>”. Showing results for{' '}
          <button type="button" className={LINK_CLASSES} onClick={() => onSearch(first.correctedTo ?? '')}>
            <Name>{first.correctedTo}</Name>
          </button>
          .
        </p>
      )}
      {query.isError && (
        <ErrorPanel
          {...describeFailure(query.error)}
          isRetrying={query.isFetching}
          onRetry={() => void (first === undefined ? query.refetch() : query.fetchNextPage())}
        />
      )}
      {query.isPending && <ResultsSkeleton />}
      {first !== undefined && results.length === 0 && (
        <NoResults
          q={q}
          isNarrowed={isNarrowed(chosen)}
          onWiden={() => setChosen({ sort: chosen.sort, from: '', to: '', category: '' })}
        />
      )}
      {results.length > 0 && (
        <ul aria-label="Search results" className="divide-y divide-border">
          {results.map((result, position) => (
            <li key={`${result.entityType}-${result.entityId}`}>
              <ResultRow
                result={result}
                onOpen={() => open(result, position)}
                onAuthor={(author) => setChosen({ ...chosen, author })}
                onCategory={(category) => setChosen({ ...chosen, category })}
              />
            </li>
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <div className="flex justify-center pt-3">
          <Button variant="ghost" isLoading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Load more
          </Button>
        </div>
      )}
    </section>
  );
}

function filtersOf({ type, author, sort, from, to, category }: ChosenFilters): SearchFilters {
  return {
    ...(type !== undefined && { types: type }),
    ...(author !== undefined && { author: author.id }),
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
    ...(category.trim() !== '' && { category: category.trim() }),
    ...(sort !== 'relevance' && { sort }),
  };
}

function isNarrowed({ type, author, from, to, category }: ChosenFilters): boolean {
  return type !== undefined || author !== undefined || from !== '' || to !== '' || category !== '';
}

function Found({ results, type }: { results: SearchResponse; type: SearchType | undefined }) {
  const counts = Object.entries(results.counts ?? {}).filter(([counted]) => type === undefined || counted === type);
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  const isMore = counts.some(([, count]) => count >= SEARCH_LIMITS.countMax);
  return <span>{total === 1 ? '1 result' : `${isMore ? 'More than ' : ''}${total} results`}</span>;
}

function NoResults({ q, isNarrowed: isFiltered, onWiden }: { q: string; isNarrowed: boolean; onWiden: () => void }) {
  return (
    <EmptyState
      level={3}
      icon={<SearchX />}
      title={isFiltered ? 'No results with these filters' : 'No results'}
      text={
        isFiltered ? (
          'Something may be found without them.'
        ) : (
          <>
            <span>There is nothing for “</span>
            <Name>{q}</Name>
            <span>
              ” that you can see. Try fewer or other words, or the beginning of one. A student is found by name once
              they are listed in the directory or connected with you.
            </span>
          </>
        )
      }
      action={isFiltered ? <Button onClick={onWiden}>Clear filters</Button> : undefined}
    />
  );
}

function ResultsSkeleton() {
  return (
    <div className="space-y-3" aria-hidden="true">
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-16" />
      ))}
    </div>
  );
}
