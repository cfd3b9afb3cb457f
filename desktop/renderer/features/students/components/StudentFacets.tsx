import type { StudentFacets as Facets, StudentFilters, StudentState } from '#shared/api/students.ts';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { Facet, Tally, type FacetOption } from '../../../ui/Facet.tsx';

interface StudentFacetsProps {
  facets: Facets;
  filters: StudentFilters;
  onChange: (filters: StudentFilters) => void;
}

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
