import type { ReportReason } from '#shared/api/reports.ts';

/** The reasons for a report, in the order they are shown. */
export const REASONS: readonly { value: ReportReason; title: string; text: string }[] = [
  { value: 'spam', title: 'Spam', text: 'Unwanted advertising, scams' },
  { value: 'harassment', title: 'Harassment', text: 'Insults, threats, stalking' },
  { value: 'hate', title: 'Hate', text: 'Against people for who they are' },
  { value: 'danger', title: 'Violence or danger', text: 'Threats, self-harm' },
  { value: 'sexual', title: 'Sexual content', text: 'Nudity, advances, minors' },
  { value: 'false', title: 'False information', text: 'Harmful misinformation' },
  { value: 'impersonation', title: 'Impersonation', text: 'Pretends to be someone else' },
  { value: 'rights', title: 'Breaks someone’s rights', text: 'Copied work, private details' },
  { value: 'other', title: 'Something else', text: 'Describe it below' },
];
