import { AD_LIMITS, EVENT_LIMITS } from '#shared/limits.ts';
import { MEMBERS, articlesOf } from '../article.ts';

/** Notifications, events and advertisements. */
export const NOTIFICATION_ARTICLES = articlesOf('notifications', [
  {
    id: 'notifications',
    title: 'The bell: what concerns you',
    words: 'notification bell unread mute snooze done quiet mail push',
    summary: 'Requests, comments and what concerns your account, with what you can do about each.',
    open: { path: '/settings#notifications', label: 'Open Settings, Notifications' },
    body: [
      'The number on the bell is what you have not read, and is the same on all your devices. The number in the window’s title also contains your conversations with unread messages.',
      'When someone writes to you and you are away, you are notified after two minutes, and by email after half an hour. Reading the message ends that.',
      {
        points: [
          'Several of a kind are grouped: “and 3 others” shows them.',
          'A request to connect, which members get, can be accepted or declined right there.',
          '**Mark as done** removes one from the list. **Snooze** brings it back in three hours, tomorrow morning or next Monday.',
          `**Why did I get this?** names the reason, and
            where to change it. A post that has become too busy can be muted.`,
        ],
      },
      { heading: 'By email, on this device, and when', id: 'ways' },
      'In [Settings, Notifications](/settings#notifications) you choose for each kind whether it appears at the bell, by email, or as a notification of your browser. Emails are sent one by one or once a day. In quiet hours nothing pops up, and emails are sent later. The buttons there send you a test.',
      { heading: 'With the keyboard', id: 'keys' },
      'In the open panel: **J** and **K** for the next and the one before, **E** for done, **U** for read or unread, **S** to put it off until tomorrow.',
      'Removed by mistake? **Undo** appears each time, and the list Done contains it until it expires.',
    ],
  },
  {
    id: 'events',
    roles: MEMBERS,
    title: 'Events',
    words: 'event meet-up calendar ics seats waiting list past cancelled capacity host rsvp going interested',
    summary: 'Find them, say whether you come, and hold your own.',
    open: { path: '/home', label: 'Open Home' },
    body: [
      'The box **Upcoming events** beside the feed at Home shows the next events; **See all events** opens them as a list or by month. Times are shown in your own zone.',
      { heading: 'Say whether you come', id: 'answer' },
      {
        points: [
          '**Going** takes a seat, **Interested** does not. When all seats are taken you join the waiting list. When one becomes free it is reserved for you for a day, or until the event begins; confirm it, or it is offered to the next in line.',
          'You are reminded before it begins, and notified when it changes or is cancelled.',
          'The link to join an event online is shown to those who are going, shortly before it begins.',
          '**Add to calendar** gives you one event. An address of your own lets your calendar read all that you go to; treat it like a password.',
        ],
      },
      { heading: 'Hold one', id: 'hold' },
      `Choose **New event**. A student’s event has at most ${EVENT_LIMITS.studentCapacityMax} seats. ` +
        `Cancelling notifies everyone who answered, and cannot be undone; the page stays, so that ` +
        `everyone can see that the event is cancelled.`,
      { heading: 'What the server refuses', id: 'refused' },
      'An event that is over or cancelled accepts no more answers.',
    ],
  },
  {
    id: 'advertisements',
    title: 'Advertisements',
    words: 'advertisement ad ads sponsored promote register profiling hide report review',
    summary: 'Why you see one, how to be rid of it, and how to place one.',
    open: { path: '/library?advertisements=all', label: 'All advertisements' },
    body: [
      `Each is labelled, and names its advertiser. Which one is shown depends on the page and not ` +
        `on you: everyone sees the same ones, in turn, none more than ${AD_LIMITS.perDay} times a ` +
        `day. Nothing about you is used but what you have hidden.`,
      'The menu of an advertisement hides it for good, reports it to the operators, or explains why it is shown. [All that run at present](/library?advertisements=all) are listed for everyone.',
      { heading: 'Place one', id: 'place' },
      'Teachers, institutions and creators find **Your advertisements** beside or below the content of a page. Write it, look at it in both themes, and send it: an operator looks at it before it is shown, and again after each change. If it is refused, the reason is shown below it. **Promote** on the page of an event of your own fills the form for you.',
    ],
  },
]);
