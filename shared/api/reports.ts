import { endpoint } from './endpoint.ts';

/** What can be reported so far. */
export const REPORT_TARGETS = ['post', 'comment', 'user', 'advertisement'] as const;
/** One of {@link REPORT_TARGETS}. */
export type ReportTarget = (typeof REPORT_TARGETS)[number];

/** Why something is reported. */
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

/** Body of POST /api/reports; `other` needs a note. */
export interface CreateReportInput {
  targetType: ReportTarget;
  targetId: string;
  reason: ReportReason;
  note?: string | undefined;
}

/** Reports to the operator, who acts on them by `npm run admin`. Source: product.md 4.3, decision 13. */
export const reportEndpoints = {
  /** Answers 202; reporting the same again while the first report waits changes nothing. */
  createReport: endpoint<{ body: CreateReportInput }, { id: string }>({
    method: 'POST',
    path: '/api/reports',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_PROGRESS'],
  }),
} as const;
