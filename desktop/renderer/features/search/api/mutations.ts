import { useMutation, type QueryClient } from '@tanstack/react-query';
import { searchEndpoints, type SearchType } from '#shared/api/search.ts';
import { call } from '../../../lib/http/api.ts';
import { invalidate } from '../../../lib/http/query-client.ts';

const HISTORY = [
  ['search', 'suggest'],
  ['search', 'history'],
] as const;

/** An opened result and its index among the results. */
interface OpenedResult {
  entityType: SearchType;
  entityId: string;
  position: number;
}

/** Invalidates the user's search history. */
export function refreshHistory(client: QueryClient): void {
  void invalidate(client, ...HISTORY);
}

/** Records an opened result of a search; a failure is ignored. */
export function recordOpened(client: QueryClient, searchId: string, opened: OpenedResult): void {
  call(searchEndpoints.noteClick, { params: { id: searchId }, body: { ...opened } }).then(
    () => refreshHistory(client),
    () => undefined,
  );
}

/** Deletes one search from the user's history, by id. */
export function useRemoveSearch() {
  return useMutation({
    mutationFn: (id: string) => call(searchEndpoints.removeSearch, { params: { id } }),
    meta: { action: 'delete the search', invalidates: HISTORY },
  });
}

/** Deletes the user's search history; the dialog shows a failure. */
export function useRemoveSearches() {
  return useMutation({
    mutationFn: () => call(searchEndpoints.removeSearches, {}),
    meta: { action: null, invalidates: HISTORY },
  });
}
