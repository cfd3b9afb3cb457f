import type { ContentType } from '#shared/api/courses.ts';

/** One published item of the demo; `price` is in minor units, 0 is free. */
export interface SeedCourse {
  by: string;
  title: string;
  description: string;
  contentType: ContentType;
  category: string;
  price: number;
}

/** Published items of the demo. */
export const catalogue: readonly SeedCourse[] = [
  {
    by: 'daniel',
    contentType: 'course',
    category: 'Mathematics',
    price: 4_900,
    title: 'Statistics from the ground up',
    description:
      'From counting to spread. Each lesson starts with a question people really asked, and there is a data set you can ' +
      'argue about. No formula appears before you have needed it.',
  },
  {
    by: 'daniel',
    contentType: 'document',
    category: 'Mathematics',
    price: 0,
    title: 'One-page guide to choosing a test',
    description:
      'A decision chart for the statistical tests of a first degree, with the assumption of each one written out ' +
      'and the usual mistake next to it.',
  },
  {
    by: 'ingrid',
    contentType: 'video',
    category: 'Physics',
    price: 1_900,
    title: 'Things that swing: an hour of pendulums',
    description:
      'Experiments with pendulums, from the plain one to two that share a spring. With a sheet of measurements to repeat ' +
      'at home.',
  },
  {
    by: 'rosa',
    contentType: 'course',
    category: 'History',
    price: 3_500,
    title: 'Reading a port: history from wage books and letters',
    description:
      'Learn to work with sources: documents from one harbour, read slowly, with the questions a historian asks of each.',
  },
  {
    by: 'zhangwei',
    contentType: 'course',
    category: 'Computer science',
    price: 5_900,
    title: 'Algorithms you can draw',
    description:
      'Sorting and hashing. Every algorithm is first drawn by hand, then proved, then written in twenty lines.',
  },
  {
    by: 'fatima',
    contentType: 'resource',
    category: 'Chemistry',
    price: 900,
    title: 'Kitchen chemistry: experiments with prediction sheets',
    description:
      'Printable sheets for ages 12 to 16. Each has a box for the prediction, a box for what happened and a safety line that fits on one breath.',
  },
  {
    by: 'noa',
    contentType: 'document',
    category: 'Geography',
    price: 0,
    title: 'How to survey a river bank with a phone',
    description:
      'A short field guide: what to bring, how to walk, how to know that the numbers are wrong before you are home.',
  },
  {
    by: 'lumen',
    contentType: 'video',
    category: 'Computer science',
    price: 0,
    title: 'Public lecture series: from the phone book to the cuckoo',
    description: 'Public lectures on hashing, with transcripts. Free to read, free to teach with.',
  },
  {
    by: 'northfield',
    contentType: 'course',
    category: 'Study skills',
    price: 0,
    title: 'Your first semester: a short course',
    description:
      'How lectures, tutorials and office hours work, how to read a module page, and where to ask for help ' +
      'before you need it.',
  },
  {
    by: 'amara',
    contentType: 'ebook',
    category: 'Biology',
    price: 1_800,
    title: 'The illustrated cell',
    description: 'Drawings of the cell, from the membrane inward. Each plate was checked by a working cell biologist.',
  },
  {
    by: 'amara',
    contentType: 'resource',
    category: 'Biology',
    price: 600,
    title: 'Study sheets: plants, printable pages',
    description: 'Label it, colour it, explain it. Sheets on leaves, roots and what happens inside.',
  },
  {
    by: 'felix',
    contentType: 'video',
    category: 'Music',
    price: 2_400,
    title: 'Hearing chords: ear training in the evening',
    description: 'You listen first, guess, and only then learn the name of what you heard.',
  },
  {
    by: 'sora',
    contentType: 'course',
    category: 'Arts and design',
    price: 4_200,
    title: 'Charts that tell the truth',
    description:
      'Lessons on drawing data: scale, order and the honest axis. You bring a chart you made and leave with a better one.',
  },
  {
    by: 'diego',
    contentType: 'ebook',
    category: 'Mathematics',
    price: 1_200,
    title: 'Linear algebra in pictures',
    description:
      'One idea to a page, one picture to an idea. For everybody who can compute a determinant and would like to know what it is.',
  },
];
