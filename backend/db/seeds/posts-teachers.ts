import type { SeedPost } from './posts-students.ts';

/** Posts of teachers. */
export const teacherPosts: readonly SeedPost[] = [
  {
    by: 'daniel',
    hoursAgo: 3,
    text: 'Lecture notes: why the sample size under the square root hurts. To halve your uncertainty you need four times the people. To get one more decimal you need a hundred times. Plan your survey with that sentence before you plan anything else.',
    image: 'bell',
    replies: [
      ['priya', 'This is the sentence my supervisor wanted and I did not have.'],
      ['maya', 'Does this hold for counting birds too?'],
      ['daniel', 'It holds for anything you can count more than once, Maya. Birds are harder only because they leave.'],
    ],
  },
  {
    by: 'ingrid',
    hoursAgo: 7,
    text: 'Tomorrow in Mechanics: a 14 kg ball on an 11 m wire, released from the tip of my nose. It has come back 38 times so far and has not hit me. Seats in the front row are free, for some reason.',
    image: 'pendulum',
    replies: [
      ['jonas', 'I will sit in the second row.'],
      ['tomas', 'What if somebody pushes it?'],
      ['ingrid', 'Then we learn about energy AND about hospitals.'],
    ],
  },
  {
    by: 'zhangwei',
    hoursAgo: 11,
    text: 'Puzzle for the weekend: you have a list of a million numbers and each appears twice, except one. Find it in one pass with memory for a single number. No searching online, please; the joy is in the bus ride.',
    replies: [
      ['aisha', 'I know it, so I stay quiet.'],
      ['tomas', 'Got it between two stops. It is a very small idea!'],
      ['zhangwei', 'All the best ones are.'],
    ],
  },
  {
    by: 'rosa',
    hoursAgo: 18,
    text: 'Sources for the essay on dock workers are in the folder: two petitions, one wage book, and a newspaper that calls the strike "a slight delay". Start with the wage book. Money rarely lies about what people thought.',
    image: 'timeline',
    replies: [
      ['chloe', 'The wage book has a page torn out in May 1889.'],
      ['rosa', 'Yes. That is your essay.'],
    ],
  },
  {
    by: 'fatima',
    hoursAgo: 24,
    item: 'Kitchen chemistry: experiments with prediction sheets',
    text: 'Kitchen experiment that never fails: red cabbage water, vinegar, baking soda. Ask them to predict the colour BEFORE they pour. The prediction is the lesson; the colour is the reward.',
    image: 'titration',
    replies: [
      ['linh', 'This is how I became a chemist.'],
      ['maya', 'My little brother turned the whole sink blue.'],
    ],
  },
  {
    by: 'oliver',
    hoursAgo: 30,
    text: 'Reading aloud is not for children only. We read the first page of a novel aloud today, one sentence each, and found out that the famous sentence is the second one. Nobody remembers the first.',
    replies: [['aparecida', 'When I translate I always read aloud. The mouth finds the mistakes.']],
  },
  {
    by: 'noa',
    hoursAgo: 40,
    text:
      'A map is an argument. Before you read one, ask three things: who paid for it, what was left out, and ' +
      'where the legend stops being true.',
    image: 'contours',
    replies: [
      ['kenji', 'And whether the river is still there.'],
      ['rosa', 'I would like this on the wall of the archive.'],
    ],
  },
  {
    by: 'daniel',
    hoursAgo: 64,
    text: 'Open question to everyone who teaches: how do you answer "will this be in the exam?" I have tried yes, no and a long speech. All three were wrong.',
    replies: [
      ['ingrid', '"It will be in the bridge you drive over."'],
      ['fatima', 'I say: tell me what you would do with it if it were not.'],
      ['oliver', 'I say yes. Always. It is the truth about life.'],
    ],
  },
  {
    by: 'ingrid',
    hoursAgo: 88,
    text: 'Correction to slide 14: the minus sign belongs in front of the whole bracket. Thank you to the four people who wrote, and a special thank you to the one who wrote kindly.',
    replies: [['jonas', 'I only noticed because my pendulum flew away.']],
  },
  {
    by: 'zhangwei',
    hoursAgo: 104,
    text: 'I read 43 solutions to the graph assignment. 40 are correct. 3 are wrong in a way that I had never seen before, and those 3 made my evening. Please keep being wrong in new ways.',
    replies: [['aisha', 'I fear I know one of the three.']],
  },
  {
    by: 'rosa',
    hoursAgo: 131,
    text: 'Office hours move to Thursday 10:00 to 12:00 this week, because the archive opens its new reading room on Wednesday and I intend to be the first to sit in it.',
  },
  {
    by: 'fatima',
    hoursAgo: 155,
    text: 'Safety note that people actually read: put the goggles next to the exciting thing, not next to the door.',
    replies: [
      ['linh', 'Adopted in our lab as of today.'],
      ['ingrid', 'And in ours.'],
    ],
  },
  {
    by: 'noa',
    hoursAgo: 180,
    item: 'How to survey a river bank with a phone',
    text: 'Field week in October: three days on the estuary, tents, mud, and the best data you will have all year. Sign-up opens on Monday at noon. Twelve places.',
    image: 'ridges',
    replies: [
      ['kenji', 'Alarm is set.'],
      ['maya', 'Can biologists come?'],
      ['noa', 'Two can.'],
    ],
  },
  {
    by: 'oliver',
    hoursAgo: 214,
    text: 'If an essay is stuck, it is nearly always because the second paragraph is doing the work of the first. Swap them and see.',
    replies: [['aparecida', 'I swapped. It works. I am angry.']],
  },
  {
    by: 'daniel',
    hoursAgo: 260,
    item: 'Statistics from the ground up',
    text: 'A p-value of 0.04 does not mean that you are 96% right. Say after me: it says how surprised we should be if nothing were going on. I know. I would also prefer the other thing.',
    image: 'bell',
    replies: [
      ['tomas', 'What would give us the other thing?'],
      ['daniel', 'Prior beliefs, written down before you look. That is lecture nine.'],
    ],
  },
  {
    by: 'ingrid',
    hoursAgo: 310,
    text: 'We measured g in the staircase with a dropped marble and a phone microphone: 9.79, plus or minus 0.05. Six floors, one marble, no equipment order. Try it in your own staircase and post the number.',
    replies: [
      ['jonas', '9.83 in the north tower.'],
      ['tomas', '9.6, but somebody opened the door downstairs.'],
    ],
  },
  {
    by: 'zhangwei',
    hoursAgo: 366,
    text: 'New in the lecture series: hashing, from the phone book to the cuckoo. Recording and exercises are online for everyone, not only for our students.',
    image: 'network',
  },
  {
    by: 'rosa',
    hoursAgo: 430,
    text: 'A student asked whether history repeats itself. It does not, but the excuses do.',
    replies: [['chloe', 'I am using this as an epigraph.']],
  },
  {
    by: 'fatima',
    hoursAgo: 512,
    text: 'Titration practice sheets with full solutions, three levels, free to copy. The third level has a mistake in the question on purpose.',
    replies: [['linh', 'Found it. Very nice.']],
  },
  {
    by: 'noa',
    hoursAgo: 620,
    text: 'The best question of the term so far, from a first-year: "If the coast is infinitely long, who measured it?"',
    replies: [['tomas', 'I love this person.']],
  },
  {
    by: 'oliver',
    hoursAgo: 704,
    text: 'Summer list: one book you have been told to read, one that you have been told not to, and one chosen by somebody under twelve.',
  },
];
