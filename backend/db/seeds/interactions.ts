import type { AdSection } from '#shared/api/advertisements.ts';

/**
 * Events of the demo, `by` the username of the organiser. They start in `inDays` days at `hour` o'clock UTC and last
 * `hours`; without `capacity` the number of seats is not limited.
 */
export const seedEvents: readonly {
  by: string;
  title: string;
  description: string;
  inDays: number;
  hour: number;
  location: string;
  isVirtual: boolean;
  /** The event is on the first such day from `inDays` on; 0 is Sunday. */
  weekday?: number;
  hours?: number;
  capacity?: number;
  joinUrl?: string;
}[] = [
  {
    by: 'northfield',
    title: 'Open lecture: what we still do not know about sleep',
    inDays: 1,
    weekday: 4,
    hour: 18,
    description:
      'An evening with the sleep laboratory: four open questions, one experiment with the audience, and time to ask.',
    location: 'Great Hall, Northfield University',
    isVirtual: false,
    hours: 2,
    capacity: 240,
  },
  {
    by: 'maya',
    title: 'Tuesday study table: membrane transport',
    inDays: 1,
    weekday: 2,
    hour: 17,
    description: 'Bring one question you are embarrassed about. Biscuits are provided.',
    location: 'Science library, group room 2',
    isVirtual: false,
    hours: 2,
    capacity: 12,
  },
  {
    by: 'daniel',
    title: 'Question hour: planning a survey',
    inDays: 8,
    hour: 15,
    description:
      'Bring your plan, however rough. We look at three of them together and find the sentence each one is missing.',
    location: '',
    isVirtual: true,
    joinUrl: 'https://meet.example/question-hour',
  },
  {
    by: 'harbourlibrary',
    title: 'Writing evening',
    inDays: 12,
    hour: 19,
    description: 'A table, tea, ninety minutes. No sharing unless you want to.',
    location: 'Riverside branch, Harbour City Library',
    isVirtual: false,
    hours: 2,
    capacity: 4,
  },
  {
    by: 'lumen',
    title: 'Research fund: how to write one good page',
    inDays: 16,
    hour: 13,
    description: 'Three former winners show their page, and what they would leave out today.',
    location: '',
    isVirtual: true,
  },
];

/** Advertisements of the demo, `by` the username of the advertiser; `section` is the place on the page. */
export const seedAdvertisements: readonly {
  by: string;
  title: string;
  description: string;
  linkUrl: string;
  section: AdSection;
}[] = [
  {
    by: 'harbourlibrary',
    section: 1,
    title: 'One card, six branches',
    description: 'Students join free of charge and borrow up to 30 items.',
    linkUrl: 'https://library.example/join',
  },
  {
    by: 'lumen',
    section: 4,
    title: 'Study computing at Lumen',
    description: 'Open day with the workshops running, every first Saturday.',
    linkUrl: 'https://lumen.example/open-day',
  },
  {
    by: 'northfield',
    section: 3,
    title: 'Summer school in statistics',
    description: 'Two weeks, forty places, no previous knowledge.',
    linkUrl: 'https://northfield.example/summer-school',
  },
  {
    by: 'harbourlibrary',
    section: 2,
    title: 'Writing week',
    description: 'Seven quiet mornings, coffee from nine, and someone who reads your first page.',
    linkUrl: 'https://library.example/writing-week',
  },
  {
    by: 'northfield',
    section: 6,
    title: 'Rooms for your study group',
    description: 'Twelve rooms with a board and a screen, free after four.',
    linkUrl: 'https://northfield.example/rooms',
  },
  {
    by: 'amara',
    section: 3,
    title: 'The cell, drawn plate by plate',
    description: 'An illustrated book from the membrane inward. Look at the sample pages first.',
    linkUrl: 'https://amara.example/illustrated-cell',
  },
];

/** Accepted connections, as [username of the requester, username of the addressee]. */
export const seedConnections: readonly (readonly [string, string])[] = [
  ['maya', 'priya'],
  ['maya', 'jonas'],
  ['tomas', 'maya'],
  ['maya', 'daniel'],
  ['maya', 'northfield'],
  ['kenji', 'maya'],
  ['maya', 'harbourlibrary'],
  ['aisha', 'maya'],
  ['priya', 'daniel'],
  ['tomas', 'daniel'],
  ['daniel', 'ingrid'],
  ['daniel', 'rosa'],
  ['daniel', 'northfield'],
  ['fatima', 'daniel'],
  ['oliver', 'daniel'],
  ['zhangwei', 'daniel'],
  ['northfield', 'ingrid'],
  ['northfield', 'rosa'],
  ['northfield', 'harbourlibrary'],
  ['lumen', 'northfield'],
  ['priya', 'northfield'],
  ['jonas', 'ingrid'],
  ['chloe', 'rosa'],
  ['chloe', 'oliver'],
  ['aisha', 'zhangwei'],
  ['aisha', 'tomas'],
  ['kenji', 'noa'],
  ['yusuf', 'lumen'],
  ['linh', 'fatima'],
  ['linh', 'lumen'],
  ['aparecida', 'oliver'],
  ['aparecida', 'chloe'],
  ['jonas', 'tomas'],
];

/** Pending connection requests, as [username of the requester, username of the addressee, note]. */
export const seedRequests: readonly (readonly [string, string, string?])[] = [
  ['aparecida', 'maya', 'Your bird counts helped me with my own survey. May I ask how you chose the mornings?'],
  ['linh', 'maya'],
  ['maya', 'noa', 'I would like to repeat your river bank survey with our class.'],
  ['jonas', 'daniel', 'From the question hour about planning a survey.'],
  ['yusuf', 'northfield'],
];

/** A message of the demo; `from` and `to` are usernames, `about` the title of the item on its card. */
export interface SeedMessage {
  from: string;
  to: string;
  about?: string;
  hoursAgo: number;
  text: string;
  isRead: boolean;
}

/** Messages between members of the demo, the oldest of a conversation first. */
export const seedMessages: readonly SeedMessage[] = [
  {
    from: 'maya',
    to: 'daniel',
    about: 'One-page guide to choosing a test',
    hoursAgo: 49,
    isRead: true,
    text: 'Hello! Is there a sample size below which counting birds makes no sense at all?',
  },
  {
    from: 'daniel',
    to: 'maya',
    hoursAgo: 48,
    isRead: true,
    text: 'There is no such number, only a width of the interval you can live with. How wide is too wide for you?',
  },
  { from: 'maya', to: 'daniel', hoursAgo: 47, isRead: true, text: 'Plus or minus five birds, at 31.' },
  {
    from: 'daniel',
    to: 'maya',
    hoursAgo: 6,
    isRead: false,
    text: 'Then count on nine mornings. I put the calculation on page two of the notes.',
  },
  {
    from: 'tomas',
    to: 'maya',
    hoursAgo: 30,
    isRead: true,
    text: 'Can I bring a friend on Tuesday? She is embarrassed about mitosis.',
  },
  { from: 'maya', to: 'tomas', hoursAgo: 29, isRead: true, text: 'Everyone is embarrassed about mitosis. Bring her!' },
  {
    from: 'priya',
    to: 'maya',
    hoursAgo: 4,
    isRead: false,
    text: 'Shall we walk to the open lecture together on Thursday?',
  },
  {
    from: 'maya',
    to: 'harbourlibrary',
    hoursAgo: 80,
    isRead: true,
    text: 'Hello, do you have a cell atlas whose plates come without labels as well?',
  },
  {
    from: 'harbourlibrary',
    to: 'maya',
    hoursAgo: 78,
    isRead: true,
    text: 'We do, on shelf C-14. Every second page is the same plate without labels, made for practising.',
  },
  {
    from: 'northfield',
    to: 'daniel',
    hoursAgo: 26,
    isRead: false,
    text: 'The Great Hall is free on the 14th. Shall we hold it for the summer school opening?',
  },
  {
    from: 'rosa',
    to: 'daniel',
    hoursAgo: 9,
    isRead: false,
    text: 'I have wages of 212 dock workers over nine years. Coffee?',
  },
];
