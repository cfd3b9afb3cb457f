import { useMutation, useQueryClient } from '@tanstack/react-query';
import { studentEndpoints, type DirectoryField, type StudentFilters, type StudentSort } from '#shared/api/students.ts';
import { call, callText } from '../../../lib/http/api.ts';
import { privacyQuery } from '../../../lib/me.ts';
import { datedName, saveCsv } from '../../../lib/page/save-file.ts';
import { listingQuery } from './queries.ts';

/** Changes of the listing are sent in their order. */
const SCOPE = { id: 'student-listing' };

/** Joins the directory with the fields to show, or leaves it; `action` is null when the screen shows a failure. */
export function useEditListing({ action }: { action: string | null }) {
  const client = useQueryClient();
  return useMutation({
    scope: SCOPE,
    mutationFn: (body: { isListed: boolean; shows?: DirectoryField[] }) => call(studentEndpoints.editListing, { body }),
    onSuccess: (listing) => {
      client.setQueryData(listingQuery.queryKey, listing);
      // The privacy settings contain the same switch.
      void client.invalidateQueries(privacyQuery);
    },
    meta: { action },
  });
}

/** Shows that the user looks for a study partner in a course until a day (`YYYY-MM-DD`); the form shows a failure. */
export function useSetPartner() {
  const client = useQueryClient();
  return useMutation({
    scope: SCOPE,
    mutationFn: ({ courseId, until }: { courseId: string; until: string }) =>
      call(studentEndpoints.setPartnerFlag, { params: { id: courseId }, body: { until } }),
    onSuccess: (listing) => client.setQueryData(listingQuery.queryKey, listing),
    meta: { action: null },
  });
}

/** Ends the search for a study partner in a course, by the course's id. */
export function useRemovePartner() {
  const client = useQueryClient();
  return useMutation({
    scope: SCOPE,
    mutationFn: (courseId: string) => call(studentEndpoints.removePartnerFlag, { params: { id: courseId } }),
    onSuccess: () => client.invalidateQueries(listingQuery),
    meta: { action: 'end the search for a study partner' },
  });
}

/** Saves the list with these filters as a CSV file. */
export function useExportStudents() {
  return useMutation({
    mutationFn: (query: StudentFilters & { sort: StudentSort }) => callText(studentEndpoints.exportStudents, { query }),
    onSuccess: (text) => saveCsv(text, datedName('students')),
    meta: { action: 'save the file' },
  });
}
