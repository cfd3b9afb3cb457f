import { Download, LayoutGrid, Table2 } from 'lucide-react';
import { useCallback } from 'react';
import type { StudentSort } from '#shared/api/students.ts';
import { PROFILE_LIMITS, STUDENT_LIMITS } from '#shared/limits.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { useSearchText } from '../../../lib/page/use-search-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { SearchInput } from '../../../ui/SearchInput.tsx';
import { Select } from '../../../ui/Select.tsx';
import { ToggleButtons } from '../../../ui/ToggleButtons.tsx';
import { useExportStudents } from '../api/mutations.ts';
import { countFilters, type DirectoryPlace } from '../filters.ts';
import { OWN_LOCALE } from '../../../lib/page/own-locale.ts';

interface DirectoryToolbarProps {
  place: DirectoryPlace;
  onMove: (place: DirectoryPlace) => void;
  /** Number of matching students; undefined while loading. */
  total: number | undefined;
}

const SORTS: readonly { value: StudentSort; label: string }[] = [
  { value: 'new', label: 'Newest first' },
  { value: 'name', label: 'By name' },
  { value: 'mutual', label: 'Most mutual connections' },
];
const VIEWS = [
  { value: 'cards', label: 'Cards', Icon: LayoutGrid },
  { value: 'table', label: 'Table', Icon: Table2 },
] as const;
const NUMBER = new Intl.NumberFormat(OWN_LOCALE);

/** The search, the order, the two views, the number of students and the CSV export. */
export function DirectoryToolbar({ place, onMove, total }: DirectoryToolbarProps) {
  return (
    <div className="mb-4 space-y-3">
      <div className="flex flex-wrap items-center gap-3">
        <SearchBox place={place} onMove={onMove} />
        <Select
          aria-label="Order"
          className="min-w-44"
          value={place.sort}
          options={SORTS}
          onChange={(sort) => onMove({ ...place, sort })}
        />
        <ToggleButtons
          label="View as"
          size="md"
          options={VIEWS}
          value={place.view}
          onChange={(view) => onMove({ ...place, view })}
        />
      </div>
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
        <p role="status" className="text-text-muted">
          {total !== undefined && (total === 1 ? '1 student' : `${NUMBER.format(total)} students`)}
        </p>
        <span className="flex gap-2">
          {countFilters(place.filters) > 0 && (
            <Button size="sm" variant="ghost" onClick={() => onMove({ ...place, filters: {} })}>
              Clear filters
            </Button>
          )}
          {total !== undefined && total > 0 && <SaveButton place={place} total={total} />}
        </span>
      </div>
    </div>
  );
}

/** Shows typed text at once and changes the URL after a delay. */
function SearchBox({ place, onMove }: Omit<DirectoryToolbarProps, 'total'>) {
  const apply = useCallback(
    (q: string) => {
      const { q: _before, ...rest } = place.filters;
      onMove({ ...place, filters: q === '' ? rest : { ...rest, q } });
    },
    [place, onMove],
  );
  const [text, setText] = useSearchText(place.filters.q ?? '', apply);
  return (
    <SearchInput
      label="Search students"
      placeholder="Search by name"
      maxLength={PROFILE_LIMITS.searchMaxChars}
      className="min-w-52 flex-1"
      value={text}
      onChange={setText}
    />
  );
}

function SaveButton({ place, total }: { place: DirectoryPlace; total: number }) {
  const { mutate, isPending } = useExportStudents();
  const save = (): void =>
    mutate(
      { ...place.filters, sort: place.sort },
      {
        onSuccess: () => {
          if (total > STUDENT_LIMITS.exportMaxRows)
            toast({
              title: `The file contains the first ${NUMBER.format(STUDENT_LIMITS.exportMaxRows)}`,
              description: 'Add filters to export the others.',
            });
        },
      },
    );
  return (
    <Button size="sm" isLoading={isPending} onClick={save}>
      <Download className="size-4" />
      Save as CSV
    </Button>
  );
}
