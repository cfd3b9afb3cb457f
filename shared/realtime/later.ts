/**
 * Intents of the spec whose nouns come with later issues. The names are fixed now, so that every one of them is known
 * on both sides; the server parses these intents and answers NOT_AVAILABLE.
 */
export const LATER_INTENTS = [
  'course-create',
  'course-update',
  'incoming-call-received',
  'incoming-call',
  'call-accepted',
  'call-rejected',
  'call-busy',
  'call-ended',
  'call-signal',
] as const;

/** One of {@link LATER_INTENTS}. */
export type LaterIntent = (typeof LATER_INTENTS)[number];
