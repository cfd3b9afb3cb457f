import type { AdSection, AdState } from '#shared/api/advertisements.ts';

/** Labels of the sections. */
export const SECTION_NAMES: Record<AdSection, string> = {
  1: 'Beside the feed on Home',
  2: 'In the feed on Home',
  3: 'On Courses',
  4: 'In the Library',
  5: 'With students and connections',
  6: 'With events',
};

/** Labels of the states. */
export const STATE_NAMES: Record<AdState, string> = {
  draft: 'Draft',
  review: 'In review',
  active: 'Active',
  paused: 'Paused',
  rejected: 'Rejected',
};
