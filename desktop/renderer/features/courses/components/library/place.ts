import { CONTENT_TYPES, type ContentType } from '#shared/api/courses.ts';
import type { Role } from '#shared/api/endpoint.ts';
import { LIBRARY_TABS, type LibraryTab } from '#shared/api/enrollments.ts';
import type { LibraryFilter } from '../../api/library.ts';

/** The state of the lists of the Library in the URL. */
export interface LibraryPlace {
  tab: LibraryTab;
  contentType: ContentType | undefined;
  /** Shows the archived items instead of the others. */
  isArchived: boolean;
  q: string;
  sort: 'recent' | 'title';
}

/** Tabs that hide archived items: those of the items that a user is enrolled in. */
const ARCHIVE_TABS: readonly LibraryTab[] = ['purchased', 'enrolled'];

/** Returns whether a tab hides archived items. */
export function hasArchive(tab: LibraryTab): boolean {
  return ARCHIVE_TABS.includes(tab);
}

/** Returns the tab that a role starts on: creators on their own items. */
function firstTab(role: Role): LibraryTab {
  return role === 'creator' ? 'created' : 'purchased';
}

/** Parses the URL; ignores invalid values. */
export function readPlace(search: URLSearchParams, role: Role): LibraryPlace {
  const tab = LIBRARY_TABS.find((value) => value === search.get('tab')) ?? firstTab(role);
  return {
    tab,
    contentType: CONTENT_TYPES.find((value) => value === search.get('type')),
    isArchived: hasArchive(tab) && search.get('archived') === 'true',
    q: search.get('q')?.trim() ?? '',
    sort: search.get('sort') === 'title' ? 'title' : 'recent',
  };
}

/** Returns the URL parameters of a state, without default values except the tab. */
export function writePlace({ tab, contentType, isArchived, q, sort }: LibraryPlace): URLSearchParams {
  const search = new URLSearchParams({ tab });
  if (contentType !== undefined) search.set('type', contentType);
  if (isArchived && hasArchive(tab)) search.set('archived', 'true');
  if (q !== '') search.set('q', q);
  if (sort !== 'recent') search.set('sort', sort);
  return search;
}

/** Returns whether a list contains only a part of its tab. */
export function isFiltered({ contentType, isArchived, q }: LibraryPlace): boolean {
  return contentType !== undefined || isArchived || q !== '';
}

/** Returns the state without filters. */
export function withoutFilters({ tab, sort }: LibraryPlace): LibraryPlace {
  return { tab, contentType: undefined, isArchived: false, q: '', sort };
}

/** Returns the query of a state. */
export function filterOf({ tab, contentType, isArchived, q, sort }: LibraryPlace): LibraryFilter {
  return {
    tab,
    ...(contentType !== undefined && { contentType }),
    ...(isArchived && { archived: 'true' as const }),
    ...(q !== '' && { q }),
    ...(sort !== 'recent' && { sort }),
  };
}
