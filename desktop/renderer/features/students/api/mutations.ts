import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { studentEndpoints, type DirectoryField, type StudentFilters, type StudentSort } from '#shared/api/students.ts';
import { call, callText } from '../../../lib/api.ts';
import { invalidatePath } from '../../../lib/query-client.ts';
import { saveTextFile } from '../../../lib/save-file.ts';
import { listingQuery, STUDENTS_PATH } from './queries.ts';

/** Everything a member does with the directory. Errors as call's. */
export interface DirectoryWrites {
  /** Joins with what is to be shown, or leaves. */
  edit: (choice: { isListed: boolean; shows?: DirectoryField[] }) => Promise<void>;
  /** Looks for a study partner in a course until a day (`YYYY-MM-DD`). */
  setPartner: (courseId: string, until: string) => Promise<void>;
  removePartner: (courseId: string) => Promise<void>;
  /** Saves what the list shows as CSV. */
  save: (shown: StudentFilters & { sort: StudentSort }) => Promise<void>;
  /** Brings the list up to date, after something about a student has changed. */
  refresh: () => void;
}

function createDirectoryWrites(client: QueryClient): DirectoryWrites {
  return {
    async edit(choice) {
      client.setQueryData(listingQuery.queryKey, await call(studentEndpoints.editListing, { body: choice }));
      // The switch in the settings is the same truth.
      void invalidatePath(client, '/api/privacy');
    },
    async setPartner(courseId, until) {
      client.setQueryData(
        listingQuery.queryKey,
        await call(studentEndpoints.setPartnerFlag, { params: { id: courseId }, body: { until } }),
      );
    },
    async removePartner(courseId) {
      await call(studentEndpoints.removePartnerFlag, { params: { id: courseId } });
      await client.invalidateQueries(listingQuery);
    },
    async save(shown) {
      const text = await callText(studentEndpoints.exportStudents, { query: shown });
      saveTextFile(`\uFEFF${text.replace(/^\uFEFF/, '')}`, {
        name: `students-${new Date().toISOString().slice(0, 10)}.csv`,
        type: 'text/csv',
      });
    },
    refresh: () => void invalidatePath(client, STUDENTS_PATH),
  };
}

/** The writes over the app's cache. */
export function useDirectoryWrites(): DirectoryWrites {
  const client = useQueryClient();
  return useMemo(() => createDirectoryWrites(client), [client]);
}
