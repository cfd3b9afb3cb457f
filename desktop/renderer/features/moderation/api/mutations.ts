import { reportEndpoints, type CreateReportInput } from '#shared/api/reports.ts';
import { call } from '../../../lib/api.ts';

/** Sends a report; the same key makes a repeat after a lost answer safe (decision 20). Errors as call's. */
export async function sendReport(input: CreateReportInput, idempotencyKey: string): Promise<void> {
  await call(reportEndpoints.createReport, { body: input }, { idempotencyKey });
}
