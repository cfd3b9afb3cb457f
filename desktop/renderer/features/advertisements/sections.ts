import type { AdSection, AdState } from '#shared/api/advertisements.ts';

/** Each place in words. Source: product.md 2.18. */
export const SECTION_NAMES: Record<AdSection, string> = {
  1: 'Beside the feed on Home',
  2: 'In the feed on Home',
  3: 'On Courses',
  4: 'In the Library',
  5: 'With students and connections',
  6: 'With events',
};

/** Each state in words. */
export const STATE_NAMES: Record<AdState, string> = {
  draft: 'Draft',
  review: 'In review',
  active: 'Shown',
  paused: 'Paused',
  rejected: 'Refused',
};
