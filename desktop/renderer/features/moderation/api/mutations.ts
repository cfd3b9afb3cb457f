import { reportEndpoints, type CreateReportInput } from '#shared/api/reports.ts';
import { call } from '../../../lib/http/api.ts';

/** Sends a report; a retry with the same key sends it once. Errors as `call`. */
export async function sendReport(input: CreateReportInput, idempotencyKey: string): Promise<void> {
  await call(reportEndpoints.createReport, { body: input }, { idempotencyKey });
}
