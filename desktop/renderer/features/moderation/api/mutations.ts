import { useMutation, useQueryClient } from '@tanstack/react-query';
import { reportEndpoints, type CreateReportInput } from '#shared/api/reports.ts';
import { call } from '../../../lib/http/api.ts';
import { useIdempotencyKey } from '../../../lib/http/use-idempotency-key.ts';
import { invalidate } from '../../../lib/http/query-client.ts';

/** Sends a report; the dialog shows a failure. A reported advertisement is hidden from the user. */
export function useCreateReport() {
  const client = useQueryClient();
  const keyOf = useIdempotencyKey();
  return useMutation({
    mutationFn: (body: CreateReportInput) =>
      call(reportEndpoints.createReport, { body }, { idempotencyKey: keyOf(body) }),
    onSuccess: (_report, { targetType }) => {
      if (targetType === 'advertisement') void invalidate(client, ['advertisements']);
    },
    meta: { action: null },
  });
}
