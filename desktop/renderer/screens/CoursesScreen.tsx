import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { CurrentUser } from '#shared/api/auth.ts';
import { Catalogue } from '../features/courses/components/Catalogue.tsx';
import { readFilter, writeFilter, type CatalogueFilter } from '../features/courses/filters.ts';
import { lazily } from '../lib/lazily.tsx';
import { useHeadingFocus } from '../lib/page/focus.ts';
import { usePageTitle } from '../lib/page/page-title.ts';
import { PageColumns } from '../ui/PageColumns.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { PageAd } from './PageAd.tsx';

const Item = lazily(async () => (await import('./item/Item.tsx')).Item);

/** The catalogue, with its filters in the URL; `?item=` opens the page of an item, which leads back to the list. */
export function CoursesScreen({ user }: { user: CurrentUser }) {
  const [search, setSearch] = useSearchParams();
  const itemId = search.get('item');
  const close = (): void =>
    setSearch((now) => {
      now.delete('item');
      now.delete('lesson');
      now.delete('part');
      return now;
    });
  return (
    <PageColumns width="wide">
      {itemId === null ? <Browse /> : <Item key={itemId} itemId={itemId} user={user} onClose={close} />}
    </PageColumns>
  );
}

function Browse() {
  usePageTitle('Courses');
  useHeadingFocus();
  const [search, setSearch] = useSearchParams();
  const filter = useMemo(() => readFilter(search), [search]);
  const onFilter = useCallback(
    (next: CatalogueFilter) => setSearch(writeFilter(next), { replace: true, preventScrollReset: true }),
    [setSearch],
  );
  const hrefOf = (id: string): string => {
    const next = writeFilter(filter);
    next.set('item', id);
    return `?${next.toString()}`;
  };
  return (
    <>
      <PageHeader title="Courses" text="Courses, books, documents and videos by members." />
      <Catalogue filter={filter} onFilter={onFilter} hrefOf={hrefOf} createPath="/library?tab=created&new=1" />
      <PageAd section={3} />
    </>
  );
}
