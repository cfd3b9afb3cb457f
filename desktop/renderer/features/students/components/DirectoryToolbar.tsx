import { Download, LayoutGrid, Search, Table2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { StudentSort } from '#shared/api/students.ts';
import { PROFILE_LIMITS, STUDENT_LIMITS } from '#shared/limits.ts';
import { toast } from '../../../lib/page/toasts.ts';
import { Button } from '../../../ui/Button.tsx';
import { buttonClasses } from '../../../ui/button-classes.ts';
import { Select } from '../../../ui/Select.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import { useExportStudents } from '../api/mutations.ts';
import { countFilters, type DirectoryPlace } from '../filters.ts';

/** Props of {@link DirectoryToolbar}. */
export interface DirectoryToolbarProps {
  place: DirectoryPlace;
  onMove: (place: DirectoryPlace) => void;
  /** Number of matching students; undefined while loading. */
  total: number | undefined;
}

/** Delay between the last keystroke and the search, in milliseconds. */
const TYPING_MS = 300;

const SORTS: readonly { value: StudentSort; label: string }[] = [
  { value: 'new', label: 'Newest first' },
  { value: 'name', label: 'By name' },
  { value: 'mutual', label: 'Most mutual connections' },
];
const VIEWS = [
  { value: 'cards', label: 'Cards', Icon: LayoutGrid },
  { value: 'table', label: 'Table', Icon: Table2 },
] as const;
const NUMBER = new Intl.NumberFormat();

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
        <div role="group" aria-label="View as" className="flex gap-1">
          {VIEWS.map(({ value, label, Icon }) => (
            <button
              key={value}
              type="button"
              aria-pressed={place.view === value}
              onClick={() => onMove({ ...place, view: value })}
              className={buttonClasses(place.view === value ? 'secondary' : 'ghost')}
            >
              <Icon className="size-4" />
              {label}
            </button>
          ))}
        </div>
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
  const said = place.filters.q ?? '';
  const [text, setText] = useState(said);
  const sent = useRef(said);
  useEffect(() => {
    if (said === sent.current) return;
    // Something else changed the URL: "Clear filters" or the Back button.
    sent.current = said;
    setText(said);
  }, [said]);
  useEffect(() => {
    const q = text.trim();
    if (q === sent.current) return undefined;
    const timer = setTimeout(() => {
      sent.current = q;
      const { q: _before, ...rest } = place.filters;
      onMove({ ...place, filters: q === '' ? rest : { ...rest, q } });
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, place, onMove]);
  return (
    <div className="relative min-w-52 flex-1">
      <Search className="pointer-events-none absolute start-3 top-1/2 size-4 -translate-y-1/2 text-text-muted" />
      <TextInput
        type="search"
        aria-label="Search students"
        placeholder="Search by name"
        dir="auto"
        maxLength={PROFILE_LIMITS.searchMaxChars}
        className="ps-9"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
    </div>
  );
}

function SaveButton({ place, total }: { place: DirectoryPlace; total: number }) {
  const { mutate, isPending } = useExportStudents();
  const save = (): void =>
    mutate(
      { ...place.filters, sort: place.sort },
      {
        onSuccess: () => {
          if (total > STUDENT_LIMITS.exportMaxLines)
            toast({
              title: `The file contains the first ${NUMBER.format(STUDENT_LIMITS.exportMaxLines)}`,
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
