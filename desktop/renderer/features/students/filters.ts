import {
  STUDENT_SORTS,
  STUDENT_STATES,
  type StudentFilters,
  type StudentSort,
  type StudentState,
} from '#shared/api/students.ts';

/** The state of the directory in the URL: filters, order and view. */
export interface DirectoryPlace {
  filters: StudentFilters;
  sort: StudentSort;
  view: 'cards' | 'table';
}

const oneOf = <Value extends string>(values: readonly Value[], text: string | null): Value | undefined =>
  values.find((value) => value === text);

/** Parses the URL; ignores invalid values. */
export function readPlace(search: URLSearchParams): DirectoryPlace {
  const text = (name: string) => search.get(name)?.trim() ?? '';
  const [q, institution, field, courseId] = ['q', 'institution', 'field', 'courseId'].map(text);
  const year = /^(?:19|20)\d\d$/.test(text('year')) ? Number(text('year')) : undefined;
  const state = oneOf<StudentState>(STUDENT_STATES, search.get('state'));
  return {
    filters: {
      ...(q && { q }),
      ...(institution && { institution }),
      ...(field && { field }),
      ...(year !== undefined && { year }),
      ...(courseId && /^[0-9a-f-]{36}$/i.test(courseId) && { courseId }),
      ...(state && { state }),
      ...(search.get('partner') === 'true' && { partner: true }),
    },
    sort: oneOf<StudentSort>(STUDENT_SORTS, search.get('sort')) ?? 'new',
    view: search.get('view') === 'table' ? 'table' : 'cards',
  };
}

/** Returns the URL parameters of a state, without default values. */
export function writePlace({ filters, sort, view }: DirectoryPlace): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(filters))
    if (value !== undefined && value !== '' && value !== false) search.set(name, String(value));
  if (sort !== 'new') search.set('sort', sort);
  if (view !== 'cards') search.set('view', view);
  return search;
}

/** Returns the number of set filters. */
export function countFilters(filters: StudentFilters): number {
  return Object.values(filters).filter((value) => value !== undefined).length;
}
