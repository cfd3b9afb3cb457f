import { useCallback } from 'react';
import type { CourseSort } from '#shared/api/courses.ts';
import { COURSE_LIMITS } from '#shared/limits.ts';
import { useSearchText } from '../../../lib/page/use-search-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { SearchInput } from '../../../ui/SearchInput.tsx';
import { Select } from '../../../ui/Select.tsx';
import { changeFilter, clearFilters, countFilters, type CatalogueFilter } from '../filters.ts';

const SORTS: readonly { value: CourseSort; label: string }[] = [
  { value: 'recent', label: 'Newest' },
  { value: 'popular', label: 'Most learners' },
  { value: 'rating', label: 'Best rated' },
  { value: 'price', label: 'Price' },
];

interface CatalogueToolbarProps {
  filter: CatalogueFilter;
  onFilter: (filter: CatalogueFilter) => void;
  /** The number of items on screen; empty while loading. */
  status: string;
}

/** The search, the order and the number of items. */
export function CatalogueToolbar({ filter, onFilter, status }: CatalogueToolbarProps) {
  const search = useCallback((q: string) => onFilter(changeFilter(filter, { q })), [filter, onFilter]);
  const [text, setText] = useSearchText(filter.q ?? '', search);
  return (
    <div className="mb-4 flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <SearchInput
          label="Search courses and other items"
          placeholder="Search by title, text or author"
          maxLength={COURSE_LIMITS.searchMaxChars}
          className="min-w-52 flex-1"
          value={text}
          onChange={setText}
        />
        <Select
          aria-label="Order"
          className="min-w-40"
          value={filter.sort ?? 'recent'}
          options={SORTS}
          onChange={(sort) => onFilter(changeFilter(filter, { sort: sort === 'recent' ? undefined : sort }))}
        />
      </div>
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
        <p role="status" className="text-text-muted">
          {status}
        </p>
        {countFilters(filter) > 0 && (
          <Button size="sm" variant="ghost" onClick={() => onFilter(clearFilters(filter))}>
            Clear filters
          </Button>
        )}
      </div>
    </div>
  );
}
