import type * as z from 'zod/mini';
import { endpoint, endpoints } from './endpoint.ts';
import type { reportSchemas } from './reports.schema.ts';

/** Types of records that can be reported. */
export const REPORT_TARGETS = [
  'post',
  'comment',
  'user',
  'advertisement',
  'message',
  'conversation',
  'event',
  'course',
  'review',
] as const;
/** One of {@link REPORT_TARGETS}. */
export type ReportTarget = (typeof REPORT_TARGETS)[number];

/** Reasons of a report. */
export const REPORT_REASONS = [
  'spam',
  'harassment',
  'hate',
  'danger',
  'sexual',
  'false',
  'impersonation',
  'rights',
  'other',
] as const;
/** One of {@link REPORT_REASONS}. */
export type ReportReason = (typeof REPORT_REASONS)[number];

/** Body of POST /api/reports. */
export type CreateReportInput = z.infer<typeof reportSchemas.createReport.body>;

/** Reports to the operator, who handles them with `npm run admin`. */
export const reportEndpoints = endpoints<typeof reportSchemas>()({
  /** Returns 202; a repeated report of the same record changes nothing while the first is open. */
  createReport: endpoint<{ id: string }>()({
    method: 'POST',
    path: '/api/reports',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
    status: 202,
    limit: 'reports',
    untilConfirmed: 'counted',
  }),
});
