import { DAY_MS, SECOND_MS } from './time.ts';

const MB = 1024 * 1024;

/**
 * The copy of what the pages of the desktop client have loaded: its size, the age of a response in it, how long it
 * waits for further changes, and how often it is written at most.
 */
export const PAGE_COPY_LIMITS = {
  maxBytes: 4 * MB,
  ageMaxMs: 14 * DAY_MS,
  restMs: 2 * SECOND_MS,
  everyMs: 30 * SECOND_MS,
  /** Newest pages of each conversation. */
  threadPages: 2,
} as const;
