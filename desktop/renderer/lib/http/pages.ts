import { infiniteQueryOptions, type InfiniteData, type QueryKey } from '@tanstack/react-query';
import type { ClientPage } from './api.ts';

/** The cached pages of a list, in its order. */
export type PagedData<Item> = InfiniteData<ClientPage<Item>>;

/** Makes the query options of a paged list. `fetchPage` receives the cursor as a part of the endpoint's query. */
export function pagesQuery<Item, const Key extends QueryKey>(
  queryKey: Key,
  fetchPage: (cursor: { cursor?: string }, options: { signal: AbortSignal }) => Promise<ClientPage<Item>>,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam === undefined ? {} : { cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  });
}

/** Returns all items of the cached pages in order; empty while nothing is loaded. */
export function itemsOf<Item>(data: { pages: readonly { items: readonly Item[] }[] } | undefined): Item[] {
  return data?.pages.flatMap((page) => page.items) ?? [];
}

/** Changes each item; null removes it. Unchanged pages and data keep their identity, which avoids renders. */
export function mapItems<Item>(data: PagedData<Item>, change: (item: Item) => Item | null): PagedData<Item> {
  const pages = data.pages.map((page) => {
    const items = page.items.map(change);
    if (items.every((item, index) => item === page.items[index])) return page;
    return { ...page, items: items.filter((item) => item !== null) };
  });
  return pages.every((page, index) => page === data.pages[index]) ? data : { ...data, pages };
}

/** Inserts or replaces an item above the first one that it is before; skips an item beyond the loaded pages. */
export function insertItem<Item extends { id: string }>(
  data: PagedData<Item>,
  item: Item,
  isBefore: (other: Item) => boolean,
): PagedData<Item> {
  const without = mapItems(data, (other) => (other.id === item.id ? null : other));
  for (const [index, page] of without.pages.entries()) {
    const at = page.items.findIndex(isBefore);
    const isEnd = index === without.pages.length - 1 && page.nextCursor === null;
    if (at === -1 && !isEnd) continue;
    const items = page.items.toSpliced(at === -1 ? page.items.length : at, 0, item);
    return { ...without, pages: without.pages.with(index, { ...page, items }) };
  }
  return without;
}
