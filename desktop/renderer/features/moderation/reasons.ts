import type { ReportReason } from '#shared/api/reports.ts';

/** The reasons in the member's words, in the order they are offered. */
export const REASONS: readonly { value: ReportReason; title: string; text: string }[] = [
  { value: 'spam', title: 'Spam', text: 'Unasked advertising, tricks, the same again and again' },
  { value: 'harassment', title: 'Harassment', text: 'Insults, threats, following someone around' },
  { value: 'hate', title: 'Hate', text: 'Against people for what they are' },
  { value: 'danger', title: 'Violence or danger', text: 'Threats, self-harm, someone at risk' },
  { value: 'sexual', title: 'Sexual content', text: 'Nudity, advances, anything about minors' },
  { value: 'false', title: 'False information', text: 'Presented as fact and likely to do harm' },
  { value: 'impersonation', title: 'Impersonation', text: 'Pretends to be another person or institution' },
  { value: 'rights', title: 'Breaks someone’s rights', text: 'Copied work, private details' },
  { value: 'other', title: 'Something else', text: 'Say below what is wrong' },
];
