import type { QuizQuestion } from '#shared/api/courses.ts';
import { makeChords, makePdf } from './documents.ts';
import type { ImageName } from './images.ts';

/** A file of an item of the demo; `bytes` makes its content. */
interface SeedFile {
  title: string;
  name: string;
  mime: string;
  bytes: () => Buffer;
  isPreview?: true;
}

/** A lesson of an item of the demo, with the content of its kind; `file` is the index of a file of the item. */
export type SeedLesson = { title: string; isPreview?: true } & (
  | { text: string }
  | { linkUrl: string }
  | { file: number }
  | { questions: QuizQuestion[] }
);

/** What an item of the demo contains. */
export interface SeedContent {
  cover: ImageName;
  files?: readonly SeedFile[];
  sections?: readonly { title: string; lessons: readonly SeedLesson[] }[];
  /** Notes of the change log, oldest first. */
  changes?: readonly string[];
}

const pdf = (title: string, name: string, pages: Parameters<typeof makePdf>[0]): SeedFile => ({
  title,
  name: `${name}.pdf`,
  mime: 'application/pdf',
  bytes: () => makePdf(pages),
});
const table = (title: string, name: string, rows: readonly string[]): SeedFile => ({
  title,
  name: `${name}.csv`,
  mime: 'text/csv',
  bytes: () => Buffer.from(`${rows.join('\n')}\n`),
});
const chords = (title: string, name: string, list: Parameters<typeof makeChords>[0]): SeedFile => ({
  title,
  name: `${name}.wav`,
  mime: 'audio/wav',
  bytes: () => makeChords(list),
});

const MAJOR = [261.63, 329.63, 392];
const MINOR = [261.63, 311.13, 392];
const DIMINISHED = [261.63, 311.13, 369.99];

/** Contents of the items of the demo by title. */
export const courseContents: Readonly<Record<string, SeedContent>> = {
  'Statistics from the ground up': {
    cover: 'bell',
    files: [
      table('Waiting times at one bus stop', 'waiting-times', [
        'day,minutes',
        ...[4, 7, 2, 11, 6, 5, 9, 3, 8, 6, 14, 5, 7, 4, 10].map((minutes, i) => `${i + 1},${minutes}`),
      ]),
    ],
    sections: [
      {
        title: 'Counting',
        lessons: [
          {
            title: 'What is the question?',
            isPreview: true,
            text: 'Before any number there is a question. "Do buses come late?" is not yet one: late compared with what, and for whom?\n\nTake the question of your own choice and rewrite it until two people would count the same things. Write down what you leave out; you will need the list in the last lesson.',
          },
          { title: 'A data set to argue about', file: 0 },
          {
            title: 'The middle, three ways',
            text: 'The mean shares everything out equally. The median lets half of the values stand on either side. The mode is the value that you meet most often.\n\nFor the waiting times the mean is 6.7 minutes and the median 6. One long wait of 14 minutes pulls the mean up; the median does not notice it.',
          },
        ],
      },
      {
        title: 'Spread and chance',
        lessons: [
          {
            title: 'How far from the middle?',
            text: 'Two bus lines can have the same mean and feel quite different. The standard deviation measures how far the values are from their mean, in the same unit: minutes.\n\nCompute it once by hand for the waiting times. Square each distance, take the mean of the squares, then the root.',
          },
          {
            title: 'Check yourself',
            questions: [
              {
                text: 'One waiting time of 60 minutes is added. Which number changes most?',
                options: ['The median', 'The mean', 'The number of values'],
                correct: 1,
                explanation:
                  'The mean shares the 60 minutes out over all values. The median moves by one place at most.',
              },
              {
                text: 'All values grow by 5 minutes. What happens to the standard deviation?',
                options: ['It grows by 5', 'It stays the same', 'It doubles'],
                correct: 1,
                explanation: 'The distances from the mean stay the same, so the spread does too.',
              },
            ],
          },
        ],
      },
    ],
    changes: ['The waiting times now contain fifteen days instead of ten.'],
  },
  'One-page guide to choosing a test': {
    cover: 'contours',
    files: [
      pdf('The guide', 'choosing-a-test', [
        {
          heading: 'Choosing a test',
          lines: [
            'Two groups, one measurement, roughly normal: t-test.',
            'The same people measured twice: paired t-test.',
            'Two groups, ranks only: Mann-Whitney U.',
            'More than two groups: analysis of variance.',
            'Counts in a table: chi-squared.',
            'Two measurements of each person: correlation.',
            '',
            'Usual mistake: many tests on one data set.',
            'Then some will look significant by chance.',
          ],
        },
      ]),
    ],
  },
  'Things that swing: an hour of pendulums': {
    cover: 'pendulum',
    files: [
      table('Sheet of measurements', 'pendulum-measurements', [
        'length in m,ten swings in s',
        '0.25,10.0',
        '0.50,14.2',
        '0.75,17.4',
        '1.00,20.1',
      ]),
      pdf('Notes to the experiments', 'pendulum-notes', [
        {
          heading: 'The plain pendulum',
          lines: ['The time of a swing depends on the length alone.', 'Four times the length: twice the time.'],
        },
        {
          heading: 'Two pendulums and a spring',
          lines: ['The energy moves from one to the other and back.', 'Count the swings until the first one rests.'],
        },
      ]),
    ],
  },
  'Reading a port: history from wage books and letters': {
    cover: 'timeline',
    sections: [
      {
        title: 'Wage books',
        lessons: [
          {
            title: 'A page of a wage book',
            isPreview: true,
            text: 'Read the columns before the names: day, hours, rate, paid. Which of them could a clerk get wrong without anyone noticing?\n\nThen look for the empty cells. A day without pay is also a record.',
          },
          {
            title: 'Who is not in the book',
            text: 'A wage book lists those who were paid by this office. Write down three kinds of work that kept the port running and that it cannot contain, and say where you would look for them.',
          },
        ],
      },
      {
        title: 'Letters',
        lessons: [
          {
            title: 'A letter asks for something',
            text: 'Most letters that were kept asked for something. Find the request, then read the rest again as reasons for it.',
          },
        ],
      },
    ],
  },
  'Algorithms you can draw': {
    cover: 'network',
    sections: [
      {
        title: 'Sorting',
        lessons: [
          {
            title: 'Draw it first',
            isPreview: true,
            text: 'Take ten playing cards and sort them by moving one card at a time. Draw each state as a row of ten numbers.\n\nCount the moves. Now shuffle and do it again with another rule. The drawings are the algorithm; the code comes last.',
          },
          {
            title: 'Merge sort in twenty lines',
            text: 'Two sorted piles are merged by comparing their top cards. A pile of one card is sorted.\n\nThese two sentences are the whole algorithm. Write it down in your language and test it on an empty list first.',
          },
        ],
      },
      {
        title: 'Hashing',
        lessons: [
          {
            title: 'Two drawers for every name',
            text: 'Cuckoo hashing gives each name two possible drawers. When both are taken, the new name pushes an old one out, which goes to its other drawer.\n\nDraw what happens when three names share the same two drawers.',
          },
          {
            title: 'Check yourself',
            questions: [
              {
                text: 'How many drawers must be opened at most to find a name with cuckoo hashing?',
                options: ['One', 'Two', 'As many as there are names'],
                correct: 1,
                explanation: 'Each name can only be in one of its two drawers.',
              },
            ],
          },
        ],
      },
    ],
  },
  'Kitchen chemistry: experiments with prediction sheets': {
    cover: 'titration',
    files: [
      pdf('Prediction sheets', 'kitchen-chemistry', [
        {
          heading: 'Red cabbage',
          lines: ['Predict: which colour with vinegar?', 'Observe:', 'Safety: do not taste.'],
        },
        {
          heading: 'Soda and vinegar',
          lines: ['Predict: what fills the balloon?', 'Observe:', 'Safety: keep your face away.'],
        },
      ]),
    ],
  },
  'How to survey a river bank with a phone': {
    cover: 'ridges',
    files: [
      pdf('Field guide', 'river-bank', [
        {
          heading: 'Before you go',
          lines: ['Charge the phone and a spare battery.', 'Note the time of the tide.', 'Walk with someone.'],
        },
        {
          heading: 'On the bank',
          lines: [
            'Hold the phone level.',
            'Take one position every ten steps.',
            'Walk back the same way: both must agree.',
          ],
        },
      ]),
    ],
    changes: ['The second page says how to compare both walks.'],
  },
  'Public lecture series: from the phone book to the cuckoo': {
    cover: 'shelves',
    files: [
      pdf('Transcript of the first lecture', 'lecture-1', [
        {
          heading: 'From the phone book',
          lines: ['A phone book answers one kind of question fast.', 'Ask it who owns a number, and it is slow.'],
        },
      ]),
      pdf('Transcript of the second lecture', 'lecture-2', [
        { heading: 'To the cuckoo', lines: ['A cuckoo lays its egg in a nest that is taken.', 'So does this table.'] },
      ]),
    ],
  },
  'Your first semester: a short course': {
    cover: 'campus',
    files: [
      pdf('A module page with notes', 'module-page', [
        {
          heading: 'Reading a module page',
          lines: ['Credits: hours of work, not of lectures.', 'Requirements: what you should know before.'],
        },
      ]),
    ],
    sections: [
      {
        title: 'The first week',
        lessons: [
          {
            title: 'Lecture, tutorial, office hour',
            isPreview: true,
            text: 'A lecture shows the whole; nobody expects you to understand every step at once. A tutorial is where you try things and get them wrong in good company. An office hour belongs to you: bring one question.\n\nGo to one office hour in the first two weeks, with any question. The second visit is easier.',
          },
          { title: 'How to read a module page', file: 0 },
        ],
      },
      {
        title: 'Working through the semester',
        lessons: [
          {
            title: 'A week that can go wrong',
            text: 'Plan four days, not five. Something always happens on the fifth.\n\nWrite down when you work on which module, and what "done" means for each sheet. Half a page that is finished is worth more than three that are not.',
          },
          {
            title: 'Check yourself',
            questions: [
              {
                text: 'You did not understand the proof in the lecture. What helps most?',
                options: [
                  'Waiting until the exam',
                  'Trying a small example and taking it to the tutorial',
                  'Copying the proof once more',
                ],
                correct: 1,
                explanation:
                  'An example shows which step you do not follow yet; in the tutorial someone can explain that step.',
              },
            ],
          },
        ],
      },
      {
        title: 'Before you need help',
        lessons: [
          {
            title: 'Where to ask',
            text: 'Your tutor for the subject, the student office for forms and deadlines, the counselling service for everything that keeps you from working. None of them minds being asked too early.',
          },
          { title: 'Northfield student services', linkUrl: 'https://services.northfield.example/students' },
        ],
      },
    ],
    changes: ['The lesson on tutorials is new.', 'A quiz closes the second section.'],
  },
  'The illustrated cell': {
    cover: 'cell',
    files: [
      {
        ...pdf('Sample pages', 'illustrated-cell-sample', [
          {
            heading: 'The membrane',
            lines: ['Two layers that meet tail to tail.', 'What may pass, and by which door?'],
          },
        ]),
        isPreview: true,
      },
      pdf('The book', 'illustrated-cell', [
        { heading: 'The membrane', lines: ['Two layers that meet tail to tail.', 'What may pass, and by which door?'] },
        { heading: 'The nucleus', lines: ['A library that lends copies only.'] },
        { heading: 'The mitochondrion', lines: ['Folded, because a fold is more surface.'] },
      ]),
    ],
  },
  'Study sheets: plants, printable pages': {
    cover: 'arches',
    files: [
      pdf('Sheets', 'plants', [
        { heading: 'The leaf', lines: ['Label: blade, stalk, vein, stoma.'] },
        { heading: 'The root', lines: ['Label: root hair, cortex, tip.'] },
      ]),
    ],
  },
  'Hearing chords: ear training in the evening': {
    cover: 'waves',
    files: [
      { ...chords('First evening: major or minor?', 'evening-1', [MAJOR, MINOR, MINOR, MAJOR]), isPreview: true },
      chords('Second evening: the diminished chord', 'evening-2', [MAJOR, DIMINISHED, MINOR, DIMINISHED]),
      table('Answers', 'answers', [
        'evening,chords',
        '1,major minor minor major',
        '2,major diminished minor diminished',
      ]),
    ],
  },
  'Charts that tell the truth': {
    cover: 'contours',
    sections: [
      {
        title: 'Scale',
        lessons: [
          {
            title: 'Where does the axis start?',
            isPreview: true,
            text: 'A bar shows an amount by its length, so its axis starts at zero. A line shows change, so its axis may start elsewhere; then say where.\n\nTake a chart that you made and draw it again with the other axis. Which of both would you show to someone who must decide?',
          },
          {
            title: 'Order is a statement',
            text: 'Alphabetical order says that nothing matters more than the name. Order by size says what is large. Choose, and do not let the program choose for you.',
          },
        ],
      },
    ],
  },
  'Linear algebra in pictures': {
    cover: 'bell',
    files: [
      pdf('The book', 'linear-algebra-pictures', [
        { heading: 'A vector', lines: ['An arrow that does not mind where it starts.'] },
        { heading: 'A determinant', lines: ['How much area one square becomes.'] },
      ]),
    ],
  },
};
