import { EVERYONE, MEMBERS, type Article } from '../article.ts';

/** Notifications and events. */
export const NOTICE_ARTICLES: readonly Article[] = [
  {
    id: 'notifications', topic: 'notices', roles: EVERYONE, title: 'The bell: what concerns you', words: 'notification bell unread mute snooze done quiet mail push',
    summary: 'Requests, comments and what concerns your account, with what you can do about each.',
    open: { path: '/settings#notifications', label: 'Open Settings, Notifications' },
    body: [
      'The number on the bell is what you have not read. It also stands in the window’s title, and is the same on all your devices.',
      {
        points: [
          'Several of a kind are gathered: “and 3 others” opens in place.',
          'A request to connect, which members get, can be accepted or declined right there.',
          '**Mark as done** puts one away. **Snooze** brings it back in three hours, tomorrow morning or next Monday.',
          '**Why did I get this?** names the reason, and where to change it. A post that has become too busy can be muted.',
        ],
      },
      { heading: 'By mail, on this device, and when', id: 'ways' },
      'In [Settings, Notifications](/settings#notifications) you choose for each kind whether it comes to the bell, by mail, or as a notice of your browser. Mail comes one by one or gathered once a day. In quiet hours nothing rings; it waits. The buttons there send you a test.',
      { heading: 'With the keyboard', id: 'keys' },
      'In the open panel: **J** and **K** for the next and the one before, **E** for done, **U** for read or unread, **S** to put it off until tomorrow.',
      'Put away by mistake? **Undo** appears each time, and the list Done keeps it until it runs out.',
    ],
  },
  {
    id: 'events', topic: 'notices', roles: MEMBERS, title: 'Events you host or go to', words: 'event meet-up calendar seats waiting list past cancelled capacity',
    summary: 'What comes next stands beside the feed at Home, and on the Events tab of your profile.',
    open: { path: '/profile?tab=events', label: 'Open your events' },
    body: [
      'Beside the feed, **Coming up** lists the next events that you host or go to. The tab **Events** of a [profile](/profile?tab=events) lists what somebody hosts and, where they let you see it, what they go to.',
      'You are told when an event you go to changes or is called off, shortly before it begins, and when a seat becomes free while you wait for one.',
      { heading: 'What the server refuses', id: 'refused' },
      {
        points: [
          'An event that has begun or was called off takes no more answers.',
          'When all seats are taken, you are put on the waiting list, and get a seat when one becomes free.',
          'Events of students have a limited number of seats.',
        ],
      },
    ],
  },
];
