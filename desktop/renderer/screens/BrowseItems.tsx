import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Catalogue } from '../features/courses/components/Catalogue.tsx';
import { readFilter, writeFilter, type CatalogueFilter } from '../features/courses/filters.ts';
import { useHeadingFocus } from '../lib/page/focus.ts';
import { usePageTitle } from '../lib/page/page-title.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { PageAd } from './PageAd.tsx';

/**
 * The catalogue with its filters in the URL, in which `place` names the catalogue where a page shows several things:
 * creators browse inside the Library.
 */
export function BrowseItems({ title, place }: { title: string; place?: string }) {
  usePageTitle(title);
  useHeadingFocus();
  const [search, setSearch] = useSearchParams();
  const filter = useMemo(() => readFilter(search), [search]);
  const write = useCallback(
    (next: CatalogueFilter): URLSearchParams => {
      const written = writeFilter(next);
      if (place !== undefined) written.set(place, '1');
      return written;
    },
    [place],
  );
  const onFilter = useCallback(
    (next: CatalogueFilter) => setSearch(write(next), { replace: true, preventScrollReset: true }),
    [setSearch, write],
  );
  const hrefOf = (id: string): string => {
    const next = write(filter);
    next.set('item', id);
    return `?${next.toString()}`;
  };
  return (
    <>
      <PageHeader title={title} text="Courses, books, documents and videos by members." />
      <Catalogue filter={filter} onFilter={onFilter} hrefOf={hrefOf} createPath="/library?tab=created&new=1" />
      <PageAd section={3} />
    </>
  );
}
