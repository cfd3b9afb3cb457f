import { useSearchParams } from 'react-router-dom';
import type { CurrentUser } from '#shared/api/auth.ts';
import { lazily } from '../lib/lazily.tsx';
import { PageColumns } from '../ui/PageColumns.tsx';
import { BrowseItems } from './BrowseItems.tsx';

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
      {itemId === null ? (
        <BrowseItems title="Courses" />
      ) : (
        <Item key={itemId} itemId={itemId} user={user} onClose={close} />
      )}
    </PageColumns>
  );
}
