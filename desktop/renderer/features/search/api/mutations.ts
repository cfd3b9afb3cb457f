import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { searchEndpoints, type SearchType } from '#shared/api/search.ts';
import { call } from '../../../lib/api.ts';
import { invalidatePath } from '../../../lib/query-client.ts';

/** What was opened, and where it stood among the results, from 0. */
export interface OpenedResult {
  entityType: SearchType;
  entityId: string;
  position: number;
}

/** What a member does with their own searches. Errors as call's. */
export interface SearchWrites {
  /** Notes what was opened; that it could not be noted is no one's concern. */
  noteOpened: (searchId: string, opened: OpenedResult) => void;
  remove: (id: string) => Promise<void>;
  removeAll: () => Promise<void>;
  /** Has earlier searches fetched anew. */
  refreshHistory: () => void;
}

function createSearchWrites(client: QueryClient): SearchWrites {
  const refreshHistory = () => {
    void invalidatePath(client, searchEndpoints.suggest.path);
    void invalidatePath(client, searchEndpoints.listSearches.path);
  };
  return {
    noteOpened(searchId, opened) {
      call(searchEndpoints.noteClick, { params: { id: searchId }, body: { ...opened } }).then(
        refreshHistory,
        () => undefined,
      );
    },
    async remove(id) {
      await call(searchEndpoints.removeSearch, { params: { id } });
      refreshHistory();
    },
    async removeAll() {
      await call(searchEndpoints.removeSearches, {});
      refreshHistory();
    },
    refreshHistory,
  };
}

/** The writes over the app's cache. */
export function useSearchWrites(): SearchWrites {
  const client = useQueryClient();
  return useMemo(() => createSearchWrites(client), [client]);
}
