import type { ImageName } from './images.ts';

/** One demo post with its replies as [username, text], oldest first. */
export interface SeedPost {
  by: string;
  hoursAgo: number;
  text: string;
  image?: ImageName;
  /** The title of the attached item. */
  item?: string;
  replies?: readonly (readonly [username: string, text: string])[];
}

/** Posts of students. */
export const studentPosts: readonly SeedPost[] = [
  {
    by: 'maya',
    hoursAgo: 2,
    text: 'Tuesday study table is on again: science library, ground floor, 17:00. This week we go through membrane transport, because nobody I asked could explain the sodium-potassium pump without looking it up. Bring one question you are embarrassed about.',
    image: 'cell',
    replies: [
      ['priya', 'I will bring mine from first year, it is still embarrassing.'],
      ['jonas', 'Are physicists allowed in?'],
      ['maya', 'Physicists are allowed if they bring biscuits.'],
    ],
  },
  {
    by: 'tomas',
    hoursAgo: 5,
    text: 'Question for the people who have taken Analysis II: is it normal that I understand every line of the proof that a continuous function on a closed interval is uniformly continuous, and still could not have found it myself?',
    replies: [
      [
        'daniel',
        'Completely normal. Close the book and write down only the idea in one sentence. If you can do that, you will find the lines again.',
      ],
      ['aisha', 'It gets better. Then it gets worse again in measure theory.'],
      ['tomas', 'One sentence: compactness lets me choose one delta for everyone. Thank you!'],
    ],
  },
  {
    by: 'aisha',
    hoursAgo: 9,
    text: 'Thesis update: my incremental parser now re-parses a 4,000-line file in 3 ms after a one-character edit. It took 210 ms last week. The trick was not a clever algorithm, it was to stop throwing away the tree.',
    image: 'network',
    replies: [
      ['zhangwei', 'Measure it with an edit in the first line as well. That is where most of them lose.'],
      ['aisha', 'First line: 11 ms. I have work to do.'],
    ],
  },
  {
    by: 'yusuf',
    hoursAgo: 14,
    text: 'رسمت اليوم مدخل السوق القديم من ثلاث زوايا. الضوء بعد العصر يغيّر كل شيء. I drew the old market gate from three sides today: after four in the afternoon the light changes the whole building.',
    image: 'arches',
    replies: [
      ['noa', 'The third one reads like a map. Beautiful.'],
      ['chloe', 'Do you know when the gate was rebuilt? The city archive has a plan from 1871.'],
    ],
  },
  {
    by: 'jonas',
    hoursAgo: 21,
    text: 'My notes on coupled pendulums, redrawn after the lecture. If two pendulums share a spring, the energy walks from one to the other and back. I finally see why: two frequencies, very close, beating.',
    image: 'waves',
    replies: [
      [
        'ingrid',
        'That is the best figure of beating I have had from a student this year. May I use it next term, with your name?',
      ],
      ['jonas', 'Of course! Thank you.'],
      ['maya', 'I do not do physics and I understood this.'],
    ],
  },
  {
    by: 'linh',
    hoursAgo: 27,
    text: 'Failed experiment of the week: the catalyst worked at 180 degrees and was dead at 210. We thought sintering. It was the seal of the reactor. Three weeks for one rubber ring. Check your seals.',
    replies: [
      ['fatima', 'I tell this story to my class every year with a different part. Now I have a true one.'],
      ['priya', 'Thank you for posting these. Nobody else does.'],
    ],
  },
  {
    by: 'priya',
    hoursAgo: 33,
    text: 'Does anybody have a good, short explanation of the difference between incidence and prevalence? I have one with a bathtub, and my tutor says the bathtub leaks.',
    replies: [
      [
        'daniel',
        'The bathtub is fine: the tap is incidence, the level is prevalence, the drain is recovery and death. It should leak.',
      ],
      ['priya', 'I am printing this and putting it on his door.'],
    ],
  },
  {
    by: 'kenji',
    hoursAgo: 46,
    text: 'Fieldwork day at the estuary. We surveyed 2.4 km of bank and found that the official map is 30 m off at the bend. The river moved, the map did not.',
    image: 'contours',
    replies: [['noa', 'Please bring the raw points to the seminar on Thursday, not only the line.']],
  },
  {
    by: 'chloe',
    hoursAgo: 52,
    text: 'Found in a box of customs papers from 1843: a shopping list. Candles, rope, two lemons, "the good paper". I will think about the good paper all week.',
    replies: [
      ['rosa', 'Note the box number now. You will want to find it again in three years and you will not remember.'],
      ['oliver', 'There is a short story in those two lemons.'],
    ],
  },
  {
    by: 'aparecida',
    hoursAgo: 58,
    text:
      'How would you translate "saudade" in a sentence where the next word is already "longing"? ' +
      'I have tried eleven versions. The twelfth is a comma.',
    replies: [
      ['oliver', 'The comma is right.'],
      ['yusuf', 'We have الحنين, and it has the same problem.'],
    ],
  },
  {
    by: 'maya',
    hoursAgo: 76,
    text: 'I counted 31 species before breakfast at the reservoir: a bittern among them, standing very still and hoping that I am a tree. Data goes to the regional survey, so if you walk there this month, count too.',
    replies: [
      ['kenji', 'Do you have coordinates? I can put them on the flood map.'],
      ['maya', 'Sending them tonight.'],
    ],
  },
  {
    by: 'aisha',
    hoursAgo: 95,
    text: 'Looking for one more person for the chess evening on Friday. Level: we know the rules and forget them in the endgame.',
    replies: [
      ['tomas', 'That is exactly my level.'],
      ['zhangwei', 'I will come and lose.'],
    ],
  },
  {
    by: 'tomas',
    hoursAgo: 118,
    text: 'Today Lean accepted my first complete proof: the sum of the first n odd numbers is n squared. It took four lines and two hours. I have never been so happy about something I knew when I was twelve.',
    replies: [['aisha', 'Welcome. You will never trust a proof on paper again.']],
  },
  {
    by: 'jonas',
    hoursAgo: 142,
    text: 'Has anyone a spare copy of "Mechanics" for the exam weeks? The library has four and all four are out until June.',
    replies: [
      ['harbourlibrary', 'The Riverside branch has two that can be borrowed today. Your card is valid there too.'],
      ['jonas', 'You just saved my week.'],
    ],
  },
  {
    by: 'linh',
    hoursAgo: 167,
    text: 'For everybody who starts a doctorate this autumn: write the methods section while you do the work. In two years you will not know which of the three balances you used.',
  },
  {
    by: 'priya',
    hoursAgo: 190,
    text: 'I moved from the ward to the lecture hall a year ago. The thing I miss is knowing at the end of the day that somebody is better. The thing I gained is asking why they came in at all.',
    replies: [
      ['daniel', 'Please write this down longer somewhere.'],
      ['maya', 'This is why I sit next to you.'],
    ],
  },
  {
    by: 'chloe',
    hoursAgo: 236,
    text: 'Reading group on port cities: we start with chapter two, because chapter one is about what the book is not about. Mondays at 16:00, room H-204.',
    replies: [['rosa', 'I will bring the 1871 plan.']],
  },
  {
    by: 'kenji',
    hoursAgo: 283,
    text: 'Small script that turns a GPX track into a profile with the right vertical scale. Most tools exaggerate hills by ten without saying so. Tell me if you want it.',
    image: 'ridges',
    replies: [
      ['noa', 'Yes please, for the whole course.'],
      ['jonas', 'Me too.'],
    ],
  },
  {
    by: 'yusuf',
    hoursAgo: 340,
    text: 'هل يعرف أحد ورشة نجارة قريبة من المعهد؟ أحتاج إلى قطع نموذج بمقياس 1:50 قبل يوم الأحد.',
    replies: [
      ['lumen', 'The model workshop in building C is open to architecture students until 20:00. Ask for Omar.'],
    ],
  },
  {
    by: 'aparecida',
    hoursAgo: 402,
    text: 'First week done. I understand the lectures, the bus and the weather forecast. I do not understand what people mean by "not bad".',
    replies: [
      ['oliver', 'It means very good.'],
      ['chloe', 'Except when it does not.'],
    ],
  },
  {
    by: 'maya',
    hoursAgo: 470,
    text: 'If you are revising photosynthesis: draw it as a budget. What comes in, what goes out, who pays. It stopped being a list of names for me the moment I did that.',
    replies: [['priya', 'I did this for the kidney and it works there too.']],
  },
  {
    by: 'aisha',
    hoursAgo: 560,
    text: 'Algorithms tutorial notes for week 3 (amortised cost) are in the course folder. The potential method is not magic: you save coins on the cheap steps and spend them on the expensive one.',
    replies: [['tomas', 'The coins helped.']],
  },
];
