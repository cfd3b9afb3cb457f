import type { DataRecord } from './data-record.ts';

/** The tables of notifications, of what limits them, and of the browsers that receive them. */
export const NOTIFICATION_RECORDS: readonly DataRecord[] = [
  {
    table: 'notifications',
    title: 'Notifications',
    content: 'What happened, where, how urgent it is, and whether you read it',
    purpose: 'To notify you of what needs your attention',
    retention: 'Until it expires, you delete it, or your account is deleted',
    visibility: 'You',
  },
  {
    table: 'notification_preferences',
    title: 'Notification preferences',
    content: 'Which kinds of notifications you receive by which channel, and when the daily email is sent',
    purpose: 'To notify you of what you want to know, and no more',
    retention: 'As long as you have an account',
    visibility: 'You',
  },
  {
    table: 'notification_mutes',
    title: 'Muted posts and events',
    content: 'Which posts and events you want no more notifications of, and since when',
    purpose: 'To send no notifications of them',
    retention: 'Until you take it back, or your account is deleted',
    visibility: 'You',
  },
  {
    table: 'stranger_counts',
    title: 'Notifications of strangers',
    content: 'How many notifications a member who is a stranger to you caused on a day',
    purpose: 'To limit how often strangers can reach you, also when they delete what they wrote',
    retention: 'Two days, or until one of the two accounts is deleted',
    visibility: 'No one',
  },
  {
    table: 'push_subscriptions',
    title: 'Browsers with push',
    content:
      'The address at which your browser’s maker takes push messages for you, and the keys they are encrypted with',
    purpose: 'To reach you while Lyceum is closed',
    retention: 'Until you switch it off or sign out in that browser',
    visibility: 'No one; the maker of the browser delivers the messages without being able to read them',
  },
];
