import type { SeedPost } from './posts-students.ts';

/** Posts of institutions. */
export const institutionPosts: readonly SeedPost[] = [
  {
    by: 'northfield',
    hoursAgo: 4,
    text: 'Open lecture on Thursday at 18:00 in the Great Hall: "What we still do not know about sleep". Free entry, no registration, interpreters for sign language present. The recording follows a week later.',
    image: 'campus',
    replies: [
      ['priya', 'Saved. I will come straight from the seminar.'],
      ['maya', 'Is the balcony open?'],
      ['northfield', 'Yes, 120 seats upstairs.'],
    ],
  },
  {
    by: 'harbourlibrary',
    hoursAgo: 12,
    text: 'Exam weeks: all six branches stay open until 22:00 from Monday. Riverside has 40 new desks with sockets, and the quiet floor is quiet again since the heating was repaired.',
    image: 'shelves',
    replies: [
      ['jonas', 'The heating! Thank you.'],
      ['aisha', 'Best news of the month.'],
    ],
  },
  {
    by: 'lumen',
    hoursAgo: 20,
    text: 'Applications for the undergraduate research fund are open until the 30th. Up to 1,500 per project, one page of text, an answer within three weeks. Ideas that might fail are welcome; say how you would notice.',
    replies: [
      ['aisha', 'Applying with the parser.'],
      ['kenji', 'Does fieldwork travel count?'],
      ['lumen', 'It does, train and bus.'],
    ],
  },
  {
    by: 'northfield',
    hoursAgo: 50,
    text: 'The science library has a new study room for groups of up to eight. It is booked from your student page, in blocks of two hours. The Tuesday study table has it from 17:00: a good tradition deserves a door.',
    replies: [['maya', 'We are honoured. There will be biscuits.']],
  },
  {
    by: 'lumen',
    hoursAgo: 70,
    item: 'Public lecture series: from the phone book to the cuckoo',
    text: 'Our public lecture series is complete for this term: 24 recordings from algorithms to architecture, with transcripts in three languages. Free to watch and to teach with.',
    image: 'network',
    replies: [
      ['oliver', 'A generous thing to do.'],
      ['fatima', 'Transcripts! My class will use these.'],
    ],
  },
  {
    by: 'harbourlibrary',
    hoursAgo: 99,
    text: 'Lost and found, spring edition: eleven umbrellas, a trombone, one very good essay on dock workers (no name). The trombone misses its owner.',
    replies: [
      ['chloe', 'The essay may be mine. Page four has a coffee ring?'],
      ['harbourlibrary', 'It has. It waits at the desk.'],
    ],
  },
  {
    by: 'northfield',
    hoursAgo: 150,
    text: 'Admissions: the deadline for exchange places moved to the 15th, because the portal was down on Sunday. Nobody loses a place through our fault.',
    replies: [['aparecida', 'Thank you. I told three friends.']],
  },
  {
    by: 'harbourlibrary',
    hoursAgo: 205,
    text: 'Writing evening for people who hate writing: every second Tuesday, 19:00, Riverside. A table, tea, ninety minutes, no sharing unless you want to.',
    image: 'shelves',
    replies: [['linh', 'I wrote half of my methods section there.']],
  },
  {
    by: 'lumen',
    hoursAgo: 248,
    text: 'The model workshop has two new laser cutters. Safety training is on Fridays at 14:00 and takes one hour. After that the door opens with your card.',
    image: 'arches',
    replies: [['yusuf', 'شكراً! Finally.']],
  },
  {
    by: 'northfield',
    hoursAgo: 325,
    text: 'Congratulations to the 212 who received their degrees on Saturday, in eleven languages of thanks and one rain shower.',
    image: 'campus',
    replies: [
      ['daniel', 'I counted 212 umbrellas as well.'],
      ['rosa', 'A proud day.'],
    ],
  },
  {
    by: 'lumen',
    hoursAgo: 390,
    text: 'Accessibility report for the year: 38 of 41 lecture halls now have step-free access and hearing loops. The three that are missing are named in the report, with dates.',
    replies: [['priya', 'Naming them is what makes it a report.']],
  },
  {
    by: 'harbourlibrary',
    hoursAgo: 460,
    text: 'The old map collection is scanned: 1,140 sheets, from 1688 on, free to download at full size. Noa Ben-David and her students helped to place them on the ground.',
    image: 'contours',
    replies: [
      ['noa', 'The 1871 sheet alone was worth a term.'],
      ['kenji', 'My weekend is gone.'],
    ],
  },
  {
    by: 'northfield',
    hoursAgo: 640,
    text: 'New term, new timetable. Rooms changed for 31 courses; yours is right on your page from today. Welcome back.',
    replies: [
      ['tomas', 'Where is H-204? Asking for a first-year. It is me.'],
      ['chloe', 'Second floor, behind the stuffed owl.'],
    ],
  },
];

/** Reposts: which user reposted which post, named by author and age; without `text`, without a comment. */
export const seedShares: readonly {
  by: string;
  hoursAgo: number;
  of: { by: string; hoursAgo: number };
  text?: string;
}[] = [
  {
    by: 'maya',
    hoursAgo: 1,
    of: { by: 'northfield', hoursAgo: 4 },
    text: 'Who comes along? We could all sit on the balcony and take notes that are too small to read.',
  },
  { by: 'tomas', hoursAgo: 2, of: { by: 'daniel', hoursAgo: 3 } },
  { by: 'aisha', hoursAgo: 6, of: { by: 'lumen', hoursAgo: 20 }, text: 'The one-page form is really one page. Apply.' },
  {
    by: 'northfield',
    hoursAgo: 20,
    of: { by: 'jonas', hoursAgo: 21 },
    text: 'Student notes we wish we had drawn ourselves.',
  },
  { by: 'jonas', hoursAgo: 10, of: { by: 'harbourlibrary', hoursAgo: 12 } },
  { by: 'linh', hoursAgo: 22, of: { by: 'fatima', hoursAgo: 24 } },
];
