import { CONTENT_TYPES, COURSE_CATEGORIES, COURSE_SORTS } from '#shared/api/courses.ts';
import { ROLES } from '#shared/api/endpoint.ts';
import { COURSE_LIMITS } from '#shared/limits.ts';
import { ROLE_NAMES } from '../users/user-text.ts';
import type { CourseFilter } from './apply.ts';
import { CONTENT_TYPES as TYPE_TEXTS } from './content-types.ts';
import { formatPrice } from './price.ts';

/** What the catalogue shows: a filter without own items and authors, and the order. */
export type CatalogueFilter = Omit<CourseFilter, 'mine' | 'authorId'>;

const oneOf = <Value extends string>(values: readonly Value[], text: string | null): Value | undefined =>
  values.find((value) => value === text);

/** Parses the URL; ignores invalid values. Prices are in minor units. */
export function readFilter(search: URLSearchParams): CatalogueFilter {
  const text = (name: string, maxChars: number) => search.get(name)?.trim().slice(0, maxChars) ?? '';
  const price = (name: string) => {
    const written = search.get(name) ?? '';
    return /^\d{1,9}$/.test(written) && Number(written) <= COURSE_LIMITS.priceMax ? Number(written) : undefined;
  };
  const [min, max] = [price('min'), price('max')];
  const isRange = min === undefined || max === undefined || min <= max;
  const filter: { [Key in keyof CatalogueFilter]: CatalogueFilter[Key] | undefined } = {
    q: text('q', COURSE_LIMITS.searchMaxChars) || undefined,
    contentType: oneOf(CONTENT_TYPES, search.get('contentType')),
    category: oneOf(COURSE_CATEGORIES, search.get('category')),
    price: oneOf(['free', 'paid'], search.get('price')),
    min: isRange ? min : undefined,
    max: isRange ? max : undefined,
    authorRole: oneOf(ROLES, search.get('authorRole')),
    institution: text('institution', COURSE_LIMITS.institutionMaxChars) || undefined,
    sort: oneOf(COURSE_SORTS, search.get('sort')),
  };
  return withoutEmpty(filter);
}

/** Returns the URL parameters of a filter, without the default order. */
export function writeFilter(filter: CatalogueFilter): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value !== 'recent') search.set(name, String(value));
  return search;
}

/** Changes a filter; undefined removes a part. */
export function changeFilter(
  filter: CatalogueFilter,
  change: { [Key in keyof CatalogueFilter]?: CatalogueFilter[Key] | undefined },
): CatalogueFilter {
  return withoutEmpty({ ...filter, ...change });
}

function withoutEmpty(filter: { [Key in keyof CatalogueFilter]?: CatalogueFilter[Key] | undefined }): CatalogueFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined && value !== ''));
}

/** Returns the number of set filters; the order is none. */
export function countFilters({ sort: _sort, ...filters }: CatalogueFilter): number {
  return Object.keys(filters).length;
}

/** Names the set filters, as in `“algebra”, E-book, in Physics`. */
export function filterText(filter: CatalogueFilter, currency: string): string {
  const { q, contentType, category, price, min, max, authorRole, institution } = filter;
  const amount = (value: number) => (value === 0 ? '0' : formatPrice(value, currency));
  return [
    q !== undefined && `“${q}”`,
    contentType !== undefined && TYPE_TEXTS[contentType].label,
    category !== undefined && `in ${category}`,
    price !== undefined && (price === 'free' ? 'free' : 'paid'),
    min !== undefined && `from ${amount(min)}`,
    max !== undefined && `up to ${amount(max)}`,
    authorRole !== undefined && `author: ${ROLE_NAMES[authorRole].toLowerCase()}`,
    institution !== undefined && `from ${institution}`,
  ]
    .filter((part) => part !== false)
    .join(', ');
}

/** Returns a filter with its order alone. */
export function clearFilters({ sort }: CatalogueFilter): CatalogueFilter {
  return sort === undefined ? {} : { sort };
}
