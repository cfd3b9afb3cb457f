import { queryOptions, useMutation } from '@tanstack/react-query';
import { enrollmentEndpoints, type LibraryTab, type ListLibraryQuery } from '#shared/api/enrollments.ts';
import { call, callPage } from '../../../lib/http/api.ts';
import { pagesQuery } from '../../../lib/http/pages.ts';
import { toast } from '../../../lib/page/toasts.ts';

/** What a list of the Library contains, and its order. */
export type LibraryFilter = Omit<ListLibraryQuery, 'cursor' | 'limit'>;

/** The pages of one tab of the Library. Fetched at each opening: other devices add items too. */
export function libraryQuery(filter: LibraryFilter) {
  const pages = pagesQuery(['courses', 'library', filter], (cursor, options) =>
    callPage(enrollmentEndpoints.listLibrary, { query: { ...filter, ...cursor } }, options),
  );
  return { ...pages, refetchOnMount: 'always' as const };
}

/** The authors of the items of a tab. */
export function libraryAuthorsQuery(tab: LibraryTab) {
  return queryOptions({
    queryKey: ['courses', 'library', 'authors', tab],
    queryFn: ({ signal }) => call(enrollmentEndpoints.listLibraryAuthors, { query: { tab } }, { signal }),
    staleTime: 0,
  });
}

/** The pages of what the user has learned. Fetched at each opening, as the Library is. */
export const learningRecordQuery = {
  ...pagesQuery(['courses', 'record'], (cursor, options) =>
    callPage(enrollmentEndpoints.listLearningRecord, { query: cursor }, options),
  ),
  refetchOnMount: 'always' as const,
};

/** Moves an item to the archived ones of the Library or back; the toast can undo it. */
export function useArchiveItem() {
  const mutation = useMutation({
    mutationFn: ({ id, isArchived }: { id: string; title: string; isArchived: boolean }) =>
      call(enrollmentEndpoints.archiveLibraryItem, { params: { id }, body: { isArchived } }),
    onSuccess: (_nothing, { isArchived, ...item }) =>
      toast({
        title: isArchived ? 'Item archived' : 'Item shown again',
        description: item.title,
        action: { label: 'Undo', onSelect: () => mutation.mutate({ ...item, isArchived: !isArchived }) },
      }),
    meta: { action: 'change the Library', invalidates: [['courses', 'library']] },
  });
  return mutation;
}
