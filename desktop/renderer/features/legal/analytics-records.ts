import type { DataRecord } from './data-record.ts';

/** What is stored for the numbers of the page Analytics. */
export const ANALYTICS_RECORDS: readonly DataRecord[] = [
  {
    table: 'metrics_daily',
    title: 'Your numbers',
    content: 'How often something happened on each day, such as views, likes or lessons done, without names of others',
    purpose: 'To show you how your items, posts and events do, and how you learn',
    retention: 'As long as you have an account',
    visibility: 'You',
  },
  {
    table: 'metric_runs',
    title: 'Days that were counted',
    content: 'When the numbers of a day were counted; nothing about anyone',
    purpose: 'To count each day, and to show how recent the numbers are',
    retention: 'As long as the server exists',
    visibility: 'Members see the last time',
  },
  {
    table: 'annotations',
    title: 'Notes beside your numbers',
    content:
      'On which days you published an item, changed a price or posted an announcement, on which your events were, on which an advertisement was first shown, and the notes that you add yourself',
    purpose: 'To show what may explain a change of your numbers',
    retention: 'As long as you have an account; your own notes until you delete them',
    visibility: 'You',
  },
  {
    table: 'page_views',
    title: 'Views of today',
    content:
      'For each page of an item or a profile one hash per viewer and day, and whether the page was opened from Home, Search, Courses, a profile, the public page or elsewhere. The hash is made with a secret of the day, which is deleted at its end; after that no one can find out whose it is',
    purpose: 'To count each viewer once a day',
    retention: 'Until two hours after the day (UTC)',
    visibility: 'No one; the owner of the page sees the numbers',
  },
  {
    table: 'view_salts',
    title: 'Secret of the day',
    content: 'Random bytes that make the hashes of a day; nothing about anyone',
    purpose: 'To keep the hashes of two days from being compared',
    retention: 'Until the end of the day (UTC)',
    visibility: 'No one',
  },
  {
    table: 'member_groups',
    title: 'Members of institutions in groups',
    content:
      'How many confirmed members of an institution study a field, how many were active in a week, and how many items they published and joined, in groups of five or more, rounded down to multiples of five',
    purpose: 'To show an institution how its members use Lyceum without showing any one of them',
    retention: 'One week, and until the next count',
    visibility: 'The institution',
  },
];
