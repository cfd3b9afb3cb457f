import { endpoint, endpoints, type Role } from './endpoint.ts';
import type { analyticsSchemas } from './analytics.schema.ts';
import type { StateView } from './analytics-states.ts';

/** What is counted per day. The definitions that members read are in {@link METRICS}. */
export const METRIC_NAMES = [
  'item-views',
  'enrollments',
  'new-learners',
  'completions',
  'downloads',
  'sales',
  'revenue',
  'refunds',
  'reviews',
  'stars',
  'lessons-done',
  'study-days',
  'study-minutes',
  'items-joined',
  'items-completed',
  'profile-views',
  'likes',
  'comments',
  'shares',
  'connections',
  'rsvps',
  'event-guests',
  'ad-views',
  'ad-clicks',
] as const;
/** One of {@link METRIC_NAMES}. */
export type MetricName = (typeof METRIC_NAMES)[number];

/** What is counted per day: the numbers, and the learners of the last days, who have no sum over days. */
export type CountedMetric = MetricName | 'active-learners' | `item-views:${ViewSource}`;
/** What is stored per day: money in each currency apart, as `revenue:USD`. */
export type StoredMetric = CountedMetric | `${MetricName}:${string}`;

/** From where members open the page of an item. */
export const VIEW_SOURCES = ['feed', 'search', 'catalogue', 'profile', 'public', 'direct'] as const;
/** One of {@link VIEW_SOURCES}. */
export type ViewSource = (typeof VIEW_SOURCES)[number];

/** The kind of record that a number is divided by; null where there is nothing to divide it by. */
export type MetricSubject = 'item' | 'post' | 'event' | 'advertisement' | null;

/** How a number is worded. `money` is in minor units of the server's currency, without payments in other ones. */
interface MetricInfo {
  label: string;
  /** What counts as one, in a sentence for members. */
  definition: string;
  unit: 'count' | 'days' | 'money';
  subject: MetricSubject;
}

/** The definition of each number. A day is a day in UTC. */
export const METRICS: Readonly<Record<MetricName, MetricInfo>> = {
  'item-views': {
    label: 'Item views',
    definition: 'Members who opened the page of one of your items. Each member counts once a day for each item.',
    unit: 'count',
    subject: 'item',
  },
  enrollments: {
    label: 'Enrollments',
    definition: 'Members who enrolled in or bought one of your items.',
    unit: 'count',
    subject: 'item',
  },
  'new-learners': {
    label: 'New learners',
    definition: 'Enrollments and purchases of members who had none of your items before.',
    unit: 'count',
    subject: 'item',
  },
  completions: {
    label: 'Completions',
    definition: 'Learners who finished all lessons and files of one of your items.',
    unit: 'count',
    subject: 'item',
  },
  downloads: {
    label: 'Downloads',
    definition: 'Saved files of your items. Each member counts once a day for each file.',
    unit: 'count',
    subject: 'item',
  },
  sales: {
    label: 'Sales',
    definition: 'Purchases of your items that were paid, also those that you refunded later.',
    unit: 'count',
    subject: 'item',
  },
  revenue: {
    label: 'Revenue',
    definition: 'Paid amounts on the day of the payment. Refunds are not subtracted.',
    unit: 'money',
    subject: 'item',
  },
  refunds: {
    label: 'Refunds',
    definition: 'Refunded amounts on the day of the refund.',
    unit: 'money',
    subject: 'item',
  },
  reviews: {
    label: 'Reviews',
    definition: 'Reviews of your items, on the day on which they were written.',
    unit: 'count',
    subject: 'item',
  },
  stars: {
    label: 'Stars given',
    definition:
      'The sum of the stars, 1 to 5, of the reviews of your items. The mean rating is this sum divided by the reviews.',
    unit: 'count',
    subject: 'item',
  },
  'lessons-done': {
    label: 'Lessons done',
    definition: 'Lessons that you marked as done.',
    unit: 'count',
    subject: 'item',
  },
  'study-days': {
    label: 'Study days',
    definition: 'Days on which you marked at least one lesson as done.',
    unit: 'days',
    subject: null,
  },
  'study-minutes': {
    label: 'Study minutes',
    definition:
      'Time between two signs of progress in one item, such as pages, positions in a video or lessons done. Pauses of more than five minutes are left out.',
    unit: 'count',
    subject: 'item',
  },
  'items-joined': {
    label: 'Items started',
    definition: 'Items in which you enrolled or which you bought.',
    unit: 'count',
    subject: 'item',
  },
  'items-completed': {
    label: 'Items completed',
    definition: 'Items of which you finished all lessons and files.',
    unit: 'count',
    subject: 'item',
  },
  'profile-views': {
    label: 'Profile views',
    definition: 'Members who opened your profile. Each member counts once a day. Who they are is not stored.',
    unit: 'count',
    subject: null,
  },
  likes: { label: 'Likes', definition: 'Likes of your posts by others.', unit: 'count', subject: 'post' },
  comments: { label: 'Comments', definition: 'Comments of others on your posts.', unit: 'count', subject: 'post' },
  shares: { label: 'Shares', definition: 'Posts of others that share one of yours.', unit: 'count', subject: 'post' },
  connections: {
    label: 'New connections',
    definition: 'Connection requests, sent or received, that were accepted.',
    unit: 'count',
    subject: null,
  },
  rsvps: {
    label: 'Event sign-ups',
    definition: 'Members who chose to go to one of your events.',
    unit: 'count',
    subject: 'event',
  },
  'event-guests': {
    label: 'Event guests',
    definition: 'Members who were signed up when one of your events began. Whether they came is not known.',
    unit: 'count',
    subject: 'event',
  },
  'ad-views': {
    label: 'Ad impressions',
    definition: 'How often your advertisements were shown, within the daily limit of each member.',
    unit: 'count',
    subject: 'advertisement',
  },
  'ad-clicks': {
    label: 'Ad clicks',
    definition: 'Clicks on your advertisements. Each member counts once a day for each advertisement.',
    unit: 'count',
    subject: 'advertisement',
  },
};

const REACH: readonly MetricName[] = ['profile-views', 'likes', 'comments', 'shares', 'connections'];
const RATED: readonly MetricName[] = ['reviews', 'stars'];
const TEACHING: readonly MetricName[] = [
  'item-views',
  'enrollments',
  'new-learners',
  'completions',
  'downloads',
  'revenue',
  'refunds',
  ...RATED,
];
const ADS: readonly MetricName[] = ['ad-views', 'ad-clicks'];

/** The groups of numbers on the page of each role, in the order in which they are shown. */
export const METRICS_OF_ROLE: Readonly<Record<Role, readonly { title: string; metrics: readonly MetricName[] }[]>> = {
  student: [
    { title: 'Learning', metrics: ['study-minutes', 'lessons-done', 'study-days', 'items-joined', 'items-completed'] },
    { title: 'Reach', metrics: REACH },
  ],
  teacher: [
    { title: 'Items', metrics: TEACHING },
    { title: 'Reach', metrics: [...REACH, 'rsvps', 'event-guests', ...ADS] },
  ],
  institution: [
    { title: 'Items', metrics: TEACHING },
    { title: 'Reach', metrics: [...REACH, 'rsvps', 'event-guests', ...ADS] },
  ],
  creator: [
    {
      title: 'Items',
      metrics: [
        'item-views',
        'sales',
        'revenue',
        'refunds',
        'enrollments',
        'new-learners',
        'completions',
        'downloads',
        ...RATED,
        ...ADS,
      ],
    },
  ],
};

/** A number divided by another one of the same period, as a percentage or, with the unit `stars`, as a mean. */
export const RATIOS = [
  {
    name: 'conversion',
    label: 'Views that led to an enrollment',
    definition: 'Enrollments divided by item views of the same period.',
    part: 'enrollments',
    whole: 'item-views',
    unit: 'percent',
  },
  {
    name: 'newcomers',
    label: 'Enrollments of new learners',
    definition:
      'New learners divided by enrollments of the same period. All other enrollments are of learners who had one of your items before.',
    part: 'new-learners',
    whole: 'enrollments',
    unit: 'percent',
  },
  {
    name: 'completion',
    label: 'Completions per enrollment',
    definition:
      'Completions divided by enrollments of the same period. Those who completed an item may have enrolled in it earlier.',
    part: 'completions',
    whole: 'enrollments',
    unit: 'percent',
  },
  {
    name: 'rating',
    label: 'Mean rating',
    definition: 'Stars given divided by reviews of the same period.',
    part: 'stars',
    whole: 'reviews',
    unit: 'stars',
  },
] as const;

/** What a part of the subjects counted; `id` is null for all that are not listed, `title` for a deleted record. */
export interface MetricSubjectView {
  id: string | null;
  title: string | null;
  count: number;
}

/**
 * One number. `total` is the sum of `days` and of `subjects`; `days` has one entry for each day of the period, oldest
 * first. The previous period is null where it is not compared.
 */
export interface MetricView {
  name: MetricName;
  total: number;
  days: number[];
  previousTotal: number | null;
  previousDays: number[] | null;
  subjects: MetricSubjectView[];
}

/** An amount in another currency than the server's, in minor units; `days` as in {@link MetricView}. */
export interface MoneyView {
  name: MetricName;
  currency: string;
  total: number;
  days: number[];
}

/** What a user did that may explain a change, and notes that they wrote. */
export const ANNOTATION_TYPES = [
  'item-published',
  'price-changed',
  'announcement-posted',
  'event-held',
  'ad-started',
  'note',
] as const;
/** One of {@link ANNOTATION_TYPES}. */
export type AnnotationType = (typeof ANNOTATION_TYPES)[number];

/**
 * An action of the user on a day, or a note, of which `subjectId` is its own id and `title` its text. `value` is the
 * new price in minor units of an item, else null.
 */
export interface AnnotationView {
  day: string;
  type: AnnotationType;
  subjectId: string;
  title: string | null;
  value: number | null;
}

/**
 * Confirmed members of an institution who study one field, or all of them where `field` is null. `active` is how many
 * were active in the week, `items` how many items they had published at its end, and `enrollments` in how many items
 * they enrolled in the week. Counts are rounded down to multiples of five. The last three are null where fewer than
 * five members contribute, fewer than five do not, or one of them contributes more than half.
 */
interface MemberGroupView {
  field: string | null;
  isOthers: boolean;
  members: number;
  active: number | null;
  items: number | null;
  enrollments: number | null;
}

/** The members of an institution in the week that began on `week`, a Monday; the group of all comes first. */
export interface MemberGroupsView {
  week: string;
  groups: MemberGroupView[];
}

/** How many views of items came from one place; `source` is null where it is not known. */
export interface ViewSourceView {
  source: ViewSource | null;
  count: number;
}

/** How many learners of an item opened a lesson or a file, null where it has no file, and how many finished it. */
interface LessonNumberView {
  id: string;
  title: string;
  opened: number | null;
  finished: number;
}

/**
 * The lessons of an item in their order, its files that are in no lesson, and how many of its latest `learners` opened
 * and finished each; null where the item has fewer than five learners. `isPart` is true when it has more learners than
 * are counted.
 */
export interface LessonNumbersView {
  numbers: { learners: number; isPart: boolean; lessons: LessonNumberView[]; files: LessonNumberView[] } | null;
}

/** First and last day, as `YYYY-MM-DD` in UTC. */
export interface PeriodView {
  from: string;
  to: string;
}

/**
 * The numbers of a user for a period. `previous` is the period of the same length before it; null when it is not
 * compared. `today` is not over. `updatedAt` is null before the first count. `states` are true now, whatever the period
 * is; they are part of no sum. `members` is null for all but institutions, and before the first count of a group of
 * five. `item` is the item to which the numbers are restricted, and `viewSources` are the parts of the views of items,
 * largest first; null for a role without them. `otherMoney` is part of no other number: it is what was paid and
 * refunded in other currencies, before the operator chose `currency`.
 */
export interface AnalyticsView extends PeriodView {
  role: Role;
  item: { id: string; title: string } | null;
  previous: PeriodView | null;
  today: string;
  since: string;
  updatedAt: string | null;
  currency: string;
  states: StateView[];
  metrics: MetricView[];
  otherMoney: MoneyView[];
  viewSources: ViewSourceView[] | null;
  annotations: AnnotationView[];
  members: MemberGroupsView | null;
}

/** A page whose views are counted. */
export const VIEW_TYPES = ['course', 'profile'] as const;
/** One of {@link VIEW_TYPES}. */
export type ViewType = (typeof VIEW_TYPES)[number];

/** Numbers about a user's own items, posts and events. */
export const analyticsEndpoints = endpoints<typeof analyticsSchemas>()({
  getAnalytics: endpoint<AnalyticsView>()({
    method: 'GET',
    path: '/api/analytics',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  /** Exports the days of a period as text/csv, with a column for each number of the page. */
  exportAnalytics: endpoint<string>()({
    method: 'GET',
    path: '/api/analytics/export.csv',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
  }),
  /** How far the learners of an own item come. */
  getLessonNumbers: endpoint<LessonNumbersView>()({
    method: 'GET',
    path: '/api/analytics/lessons',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_OWNER'],
  }),
  /** Exports the same lessons and files as text/csv, in their order; without a row below five learners. */
  exportLessonNumbers: endpoint<string>()({
    method: 'GET',
    path: '/api/analytics/lessons.csv',
    who: 'signedIn',
    errors: ['NOT_FOUND', 'NOT_OWNER'],
  }),
  /**
   * Exports the groups of an institution's members as text/csv, as {@link AnalyticsView} has them; without a row before
   * the first group. ROLE_FORBIDDEN for other roles.
   */
  exportMemberGroups: endpoint<string>()({
    method: 'GET',
    path: '/api/analytics/members.csv',
    who: 'signedIn',
  }),
  /** Adds a note to a day of the graph. */
  createNote: endpoint<AnnotationView>()({
    method: 'POST',
    path: '/api/analytics/notes',
    who: 'signedIn',
    errors: ['WRONG_STATE'],
    status: 201,
  }),
  removeNote: endpoint<void>()({ method: 'DELETE', path: '/api/analytics/notes/:id', who: 'signedIn' }),
  /** Counts that the page of an item or a profile was opened, once a day for each viewer. */
  countView: endpoint<void>()({
    method: 'POST',
    path: '/api/analytics/views',
    who: 'signedIn',
    errors: ['NOT_FOUND'],
    isRepeatable: true,
  }),
});
