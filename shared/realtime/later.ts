/**
 * Intents of the specification that are not implemented yet. Both sides accept the names; the server parses these
 * intents and returns NOT_AVAILABLE.
 */
export const LATER_INTENTS = [
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
