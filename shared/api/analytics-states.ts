import type { Role } from './endpoint.ts';

/** A number that is true now: it has no value per day, so that a period changes nothing. */
interface StateInfo {
  label: string;
  /** What counts as one, in a sentence for members. */
  definition: string;
  unit: 'count' | 'days' | 'minutes';
  /** Whether it exists for one item, too. */
  isOfItem: boolean;
}

/** The definition of each number that is true now. */
export const STATES = {
  'items-in-progress': {
    label: 'Items in progress',
    definition: 'Items in which you are enrolled, or which you bought, and that you have not completed yet.',
    unit: 'count',
    isOfItem: false,
  },
  streak: {
    label: 'Streak',
    definition:
      'Days in a row, up to today or yesterday (UTC), on which you studied for about a minute or marked a lesson as done.',
    unit: 'days',
    isOfItem: false,
  },
  'active-learners': {
    label: 'Active learners on the last 7 days',
    definition:
      'Learners who learned from your items, or from the item that is shown, on the last seven days (UTC), today included.',
    unit: 'count',
    isOfItem: true,
  },
  'answer-time': {
    label: 'Median answer time',
    definition:
      'Half of the questions about your items had your first answer within this time. Questions are messages about an item in chat, and questions of others in the discussion of an item: the last 50 of the last 90 days, at most two of one member. Without an answer a question counts after a week. Counted once a day.',
    unit: 'minutes',
    isOfItem: false,
  },
} as const satisfies Record<string, StateInfo>;
/** A number that is true now. */
export type StateName = keyof typeof STATES;

const LEARNING: readonly StateName[] = ['items-in-progress', 'streak'];
const LEARNERS: readonly StateName[] = ['active-learners', 'answer-time'];

/** The numbers that are true now, by role, in the order in which they are shown. */
export const STATES_OF_ROLE: Readonly<Record<Role, readonly StateName[]>> = {
  student: LEARNING,
  teacher: LEARNERS,
  institution: LEARNERS,
  creator: LEARNERS,
};

/** A number that is true now, in its unit; null where it is not known. */
export interface StateView {
  name: StateName;
  value: number | null;
}
