import { useMutation } from '@tanstack/react-query';
import { analyticsEndpoints, type PeriodView } from '#shared/api/analytics.ts';
import { callText } from '../../../lib/http/api.ts';
import { saveCsv } from '../../../lib/page/save-file.ts';

/** Saves the days of a period as a CSV file: the same rows as in the table. */
export function useExportAnalytics() {
  return useMutation({
    mutationFn: ({ from, to }: PeriodView) => callText(analyticsEndpoints.exportAnalytics, { query: { from, to } }),
    onSuccess: (text, { from, to }) => saveCsv(text, `analytics-${from}-to-${to}`),
    meta: { action: 'save the file' },
  });
}
