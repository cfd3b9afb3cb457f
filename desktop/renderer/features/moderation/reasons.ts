import type { ReportReason } from '#shared/api/reports.ts';

/** The reasons in the member's words, in the order they are offered. */
export const REASONS: readonly { value: ReportReason; title: string; text: string }[] = [
  { value: 'spam', title: 'Spam', text: 'Unasked advertising, tricks' },
  { value: 'harassment', title: 'Harassment', text: 'Insults, threats, stalking' },
  { value: 'hate', title: 'Hate', text: 'Against people for who they are' },
  { value: 'danger', title: 'Violence or danger', text: 'Threats, self-harm' },
  { value: 'sexual', title: 'Sexual content', text: 'Nudity, advances, minors' },
  { value: 'false', title: 'False information', text: 'Told as fact, does harm' },
  { value: 'impersonation', title: 'Impersonation', text: 'Pretends to be someone else' },
  { value: 'rights', title: 'Breaks someone’s rights', text: 'Copied work, private details' },
  { value: 'other', title: 'Something else', text: 'Say below what it is' },
];
