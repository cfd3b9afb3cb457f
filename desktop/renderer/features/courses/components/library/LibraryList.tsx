import { useInfiniteQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { Role } from '#shared/api/endpoint.ts';
import { itemsOf } from '../../../../lib/http/pages.ts';
import { hasFocus } from '../../../../lib/page/focus.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Card } from '../../../../ui/Card.tsx';
import { EmptyState } from '../../../../ui/EmptyState.tsx';
import { ListFoot } from '../../../../ui/ListFoot.tsx';
import { QueryState } from '../../../../ui/QueryState.tsx';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import { libraryQuery, useArchiveItem } from '../../api/library.ts';
import { CONTENT_TYPES } from '../../content-types.ts';
import { FirstUse, TAB_LABELS } from './first-use.tsx';
import { cardLinkId, LibraryCard } from './LibraryCard.tsx';
import { LibraryToolbar } from './LibraryToolbar.tsx';
import { filterOf, hasArchive, isFiltered, withoutFilters, writePlace, type LibraryPlace } from './place.ts';

interface LibraryListProps {
  place: LibraryPlace;
  role: Role;
  onMove: (place: LibraryPlace) => void;
  /** The item whose page was open before; its card receives focus. */
  returnId: string | null;
}

/** One tab of the Library with its filters. */
export function LibraryList({ place, role, onMove, returnId }: LibraryListProps) {
  const query = useInfiniteQuery(libraryQuery(filterOf(place)));
  const items = itemsOf(query.data);
  const ids = items.map(({ course }) => course.id).join();
  const focusId = useRef(returnId);
  const { mutate: archive } = useArchiveItem();
  useEffect(() => {
    if (focusId.current === null || hasFocus()) return;
    document.getElementById(cardLinkId(focusId.current))?.focus();
  }, [ids]);

  if (query.data !== undefined && items.length === 0 && !isFiltered(place)) {
    return (
      <>
        <FirstUse tab={place.tab} role={role} />
        {hasArchive(place.tab) && (
          <Button variant="ghost" size="sm" className="mt-3" onClick={() => onMove({ ...place, isArchived: true })}>
            Show archived items
          </Button>
        )}
      </>
    );
  }
  return (
    <>
      <LibraryToolbar place={place} onMove={onMove} />
      {query.data === undefined ? (
        <QueryState query={query} skeleton={<LibrarySkeleton />} />
      ) : items.length === 0 ? (
        <NothingFound place={place} onClear={() => onMove(withoutFilters(place))} />
      ) : (
        <>
          <ul
            aria-label={`${TAB_LABELS[place.tab]} items`}
            className={place.layout === 'list' ? 'grid gap-2' : 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3'}
          >
            {items.map((item, index) => (
              <li key={item.course.id} className="min-w-0">
                <LibraryCard
                  item={item}
                  tab={place.tab}
                  isRow={place.layout === 'list'}
                  path={`?${String(writePlace(place))}&item=${item.course.id}`}
                  onArchive={(isArchived) => {
                    focusId.current = (items[index + 1] ?? items[index - 1])?.course.id ?? null;
                    archive({ id: item.course.id, title: item.course.title, isArchived });
                  }}
                />
              </li>
            ))}
          </ul>
          <ListFoot query={query} hasBorder={false} />
        </>
      )}
    </>
  );
}

function NothingFound({ place, onClear }: { place: LibraryPlace; onClear: () => void }) {
  const filters = [
    place.q !== '' && `“${place.q}”`,
    place.contentType && CONTENT_TYPES[place.contentType].label,
    place.category,
    place.price,
    place.authorId !== undefined && 'one author',
    place.isArchived && 'archived',
  ];
  return (
    <Card isFlush>
      <EmptyState
        icon={<Search />}
        title="No matching items"
        text={`Nothing in ${TAB_LABELS[place.tab]} matches: ${filters.filter(Boolean).join(', ')}.`}
        action={<Button onClick={onClear}>Clear filters</Button>}
      />
    </Card>
  );
}

/** Stands for the items while they load. */
export function LibrarySkeleton() {
  return (
    <div aria-label="Loading items" className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {[0, 1, 2].map((card) => (
        <Card key={card} isFlush className="overflow-hidden">
          <Skeleton className="aspect-[5/2] w-full rounded-none" />
          <div className="space-y-2 p-3.5">
            <Skeleton className="h-3 w-16" />
            <Skeleton className="h-4 w-full" />
            <Skeleton className="h-3 w-32" />
          </div>
        </Card>
      ))}
    </div>
  );
}
