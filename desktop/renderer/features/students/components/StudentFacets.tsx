import clsx from 'clsx';
import { useId, useState } from 'react';
import type { StudentFacets as Facets, StudentFilters, StudentState } from '#shared/api/students.ts';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { Count } from '../../../ui/Count.tsx';
import { Name } from '../../../ui/Name.tsx';

interface StudentFacetsProps {
  facets: Facets;
  filters: StudentFilters;
  onChange: (filters: StudentFilters) => void;
}

/** Number of values of a facet that are shown at first. */
const SHOWN = 6;

const STATE_LABELS: Record<StudentState, string> = {
  none: 'Not connected',
  pending: 'Request pending',
  connected: 'Connected',
};

/** The filters of the directory, each value with its number of students. */
export function StudentFacets({ facets, filters, onChange }: StudentFacetsProps) {
  const set = (change: { [Key in keyof StudentFilters]?: StudentFilters[Key] | undefined }): void => {
    const next = Object.fromEntries(
      Object.entries({ ...filters, ...change }).filter(([, value]) => value !== undefined),
    );
    onChange(next);
  };
  const stated = facets.states.map(({ value, count }) => ({ value, label: STATE_LABELS[value], count }));
  return (
    <div className="space-y-6">
      <div className="flex items-start justify-between gap-2">
        <Checkbox
          label="Looking for a study partner"
          isChecked={filters.partner === true}
          onChange={(isOn) => set({ partner: isOn || undefined })}
        />
        <Tally count={facets.partners} />
      </div>
      <Facet
        legend="Institution"
        options={named(facets.institutions)}
        value={filters.institution}
        onChange={(institution) => set({ institution })}
      />
      <Facet
        legend="Field of study"
        options={named(facets.fields)}
        value={filters.field}
        onChange={(field) => set({ field })}
      />
      <Facet
        legend="Studying since"
        options={facets.years.map(({ value, count }) => ({ value: String(value), label: String(value), count }))}
        value={filters.year === undefined ? undefined : String(filters.year)}
        onChange={(year) => set({ year: year === undefined ? undefined : Number(year) })}
      />
      <Facet
        legend="Course"
        options={facets.courses.map(({ value, title, count }) => ({ value, label: title, count }))}
        value={filters.courseId}
        unknown="The chosen course"
        onChange={(courseId) => set({ courseId })}
      />
      <Facet
        legend="Connection"
        options={stated}
        value={filters.state}
        onChange={(state) => set({ state: state as StudentState | undefined })}
      />
    </div>
  );
}

const named = (facet: Facets['institutions']): FacetOption[] =>
  facet.map(({ value, count }) => ({ value, label: value, count }));

interface FacetOption {
  value: string;
  label: string;
  count: number;
}

interface FacetProps {
  legend: string;
  options: readonly FacetOption[];
  value: string | undefined;
  /** Label of a chosen value that is not among the options; the value itself when undefined. */
  unknown?: string;
  onChange: (value: string | undefined) => void;
}

function Facet({ legend, options, value, unknown, onChange }: FacetProps) {
  const name = useId();
  const [isWhole, setIsWhole] = useState(false);
  const isChosen = (option: FacetOption): boolean =>
    value !== undefined && option.value.toLocaleLowerCase() === value.toLocaleLowerCase();
  const isKnown = value === undefined || options.some(isChosen);
  const all = isKnown ? options : [{ value, label: unknown ?? value, count: 0 }, ...options];
  if (all.length === 0) return null;
  const shown = isWhole ? all : all.filter((option, index) => index < SHOWN || isChosen(option));
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium">{legend}</legend>
      <FacetChoice name={name} label="Any" isChosen={value === undefined} onChoose={() => onChange(undefined)} />
      {shown.map((option) => (
        <FacetChoice
          key={option.value}
          name={name}
          label={option.label}
          count={option.count}
          isChosen={isChosen(option) || (!isKnown && option.value === value)}
          onChoose={() => onChange(option.value)}
        />
      ))}
      {all.length > shown.length && (
        <button
          type="button"
          onClick={() => setIsWhole(true)}
          className="mt-1 rounded-sm text-small font-medium text-accent-text hover:underline"
        >
          Show all {all.length}
          <span className="sr-only"> of {legend}</span>
        </button>
      )}
    </fieldset>
  );
}

function FacetChoice({
  name,
  label,
  count,
  isChosen,
  onChoose,
}: {
  name: string;
  label: string;
  count?: number;
  isChosen: boolean;
  onChoose: () => void;
}) {
  return (
    <label
      className={clsx(
        '-mx-2 flex min-h-8 items-center gap-2 rounded-md px-2 py-1 text-small hover:bg-surface-sunken',
        isChosen && 'font-medium',
      )}
    >
      <input
        type="radio"
        name={name}
        checked={isChosen}
        onChange={onChoose}
        className="size-4 shrink-0 accent-accent"
      />
      <span className="line-clamp-2 min-w-0 flex-1 leading-snug wrap-anywhere" title={label}>
        <Name>{label}</Name>
      </span>
      {count !== undefined && <Tally count={count} />}
    </label>
  );
}

function Tally({ count }: { count: number }) {
  return (
    <span className="text-small font-normal text-text-muted tabular-nums">
      <Count value={count} />
    </span>
  );
}
