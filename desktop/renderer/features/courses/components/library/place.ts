import { CONTENT_TYPES, COURSE_CATEGORIES, type ContentType } from '#shared/api/courses.ts';
import { LIBRARY_TABS, type LibraryTab } from '#shared/api/enrollments.ts';
import type { LibraryFilter } from '../../api/library.ts';

/** The state of the lists of the Library in the URL. */
export interface LibraryPlace {
  tab: LibraryTab;
  contentType: ContentType | undefined;
  category: (typeof COURSE_CATEGORIES)[number] | undefined;
  price: 'free' | 'paid' | undefined;
  authorId: string | undefined;
  /** Shows the archived items instead of the others. */
  isArchived: boolean;
  q: string;
  sort: 'recent' | 'title';
  /** How the items are arranged. */
  layout: 'grid' | 'list';
}

/** Tabs that hide archived items: those of the items that a user is enrolled in. */
const ARCHIVE_TABS: readonly LibraryTab[] = ['purchased', 'enrolled'];

/** Returns whether a tab hides archived items. */
export function hasArchive(tab: LibraryTab): boolean {
  return ARCHIVE_TABS.includes(tab);
}

/** Returns the tab that the URL names, if any. */
export function tabOf(search: URLSearchParams): LibraryTab | undefined {
  return LIBRARY_TABS.find((value) => value === search.get('tab'));
}

/** Parses the URL; ignores invalid values. `first` is the tab of a URL that names none. */
export function readPlace(search: URLSearchParams, first: LibraryTab): LibraryPlace {
  const tab = tabOf(search) ?? first;
  return {
    tab,
    contentType: CONTENT_TYPES.find((value) => value === search.get('type')),
    category: COURSE_CATEGORIES.find((value) => value === search.get('category')),
    price: (['free', 'paid'] as const).find((value) => value === search.get('price')),
    authorId: search.get('author') || undefined,
    isArchived: hasArchive(tab) && search.get('archived') === 'true',
    q: search.get('q')?.trim() ?? '',
    sort: search.get('sort') === 'title' ? 'title' : 'recent',
    layout: search.get('layout') === 'list' ? 'list' : 'grid',
  };
}

/** Returns the URL parameters of a state, without default values except the tab. */
export function writePlace(place: LibraryPlace): URLSearchParams {
  const { tab, contentType, category, price, authorId, isArchived, q, sort, layout } = place;
  const search = new URLSearchParams({ tab });
  if (contentType !== undefined) search.set('type', contentType);
  if (category !== undefined) search.set('category', category);
  if (price !== undefined) search.set('price', price);
  if (authorId !== undefined) search.set('author', authorId);
  if (isArchived && hasArchive(tab)) search.set('archived', 'true');
  if (q !== '') search.set('q', q);
  if (sort !== 'recent') search.set('sort', sort);
  if (layout !== 'grid') search.set('layout', layout);
  return search;
}

/** Returns whether a list contains only a part of its tab. */
export function isFiltered({ contentType, category, price, authorId, isArchived, q }: LibraryPlace): boolean {
  return [contentType, category, price, authorId].some((value) => value !== undefined) || isArchived || q !== '';
}

/** Returns the state without filters. */
export function withoutFilters({ tab, sort, layout }: LibraryPlace): LibraryPlace {
  const all = { contentType: undefined, category: undefined, price: undefined, authorId: undefined };
  return { tab, ...all, isArchived: false, q: '', sort, layout };
}

/** Returns the query of a state. */
export function filterOf(place: LibraryPlace): LibraryFilter {
  const { tab, contentType, category, price, authorId, isArchived, q, sort } = place;
  return {
    tab,
    ...(contentType !== undefined && { contentType }),
    ...(category !== undefined && { category }),
    ...(price !== undefined && { price }),
    ...(authorId !== undefined && { authorId }),
    ...(isArchived && { archived: 'true' as const }),
    ...(q !== '' && { q }),
    ...(sort !== 'recent' && { sort }),
  };
}
