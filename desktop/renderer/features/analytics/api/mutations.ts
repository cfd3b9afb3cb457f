import { useMutation } from '@tanstack/react-query';
import { analyticsEndpoints, type AnalyticsView } from '#shared/api/analytics.ts';
import { call, callText } from '../../../lib/http/api.ts';
import { datedName, saveCsv } from '../../../lib/page/save-file.ts';

/** Saves the days of a period as a CSV file: the same rows as in the table. */
export function useExportAnalytics() {
  return useMutation({
    mutationFn: ({ from, to, item }: AnalyticsView) =>
      callText(analyticsEndpoints.exportAnalytics, { query: { from, to, ...(item && { item: item.id }) } }),
    onSuccess: (text, { from, to }) => saveCsv(text, `analytics-${from}-to-${to}`),
    meta: { action: 'save the file' },
  });
}

/** Saves how many learners opened and finished each lesson and file of an own item as a CSV file. */
export function useExportLessonNumbers(item: string) {
  return useMutation({
    mutationFn: () => callText(analyticsEndpoints.exportLessonNumbers, { query: { item } }),
    onSuccess: (text) => saveCsv(text, datedName('lessons-and-files')),
    meta: { action: 'save the file' },
  });
}

/** Saves the groups of an institution's members in a week as a CSV file. */
export function useExportMemberGroups(week: string) {
  return useMutation({
    mutationFn: () => callText(analyticsEndpoints.exportMemberGroups, {}),
    onSuccess: (text) => saveCsv(text, `members-week-from-${week}`),
    meta: { action: 'save the file' },
  });
}

/** Adds a note to a day of the graph. */
export function useCreateNote() {
  return useMutation({
    mutationFn: (body: { day: string; text: string }) => call(analyticsEndpoints.createNote, { body }),
    meta: { action: null, invalidates: [['analytics']] },
  });
}

/** Deletes a note. */
export function useRemoveNote() {
  return useMutation({
    mutationFn: (id: string) => call(analyticsEndpoints.removeNote, { params: { id } }),
    meta: { action: 'delete the note', invalidates: [['analytics']] },
  });
}
