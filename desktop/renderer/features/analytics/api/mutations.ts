import { useMutation } from '@tanstack/react-query';
import { analyticsEndpoints, type AnalyticsView } from '#shared/api/analytics.ts';
import { call, callText } from '../../../lib/http/api.ts';
import { saveCsv } from '../../../lib/page/save-file.ts';

/** Saves the days of a period as a CSV file: the same rows as in the table. */
export function useExportAnalytics() {
  return useMutation({
    mutationFn: ({ from, to, item }: AnalyticsView) =>
      callText(analyticsEndpoints.exportAnalytics, { query: { from, to, ...(item && { item: item.id }) } }),
    onSuccess: (text, { from, to }) => saveCsv(text, `analytics-${from}-to-${to}`),
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
