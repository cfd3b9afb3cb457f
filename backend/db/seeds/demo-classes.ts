import { HOUR_MS } from '#shared/time.ts';
import { Event } from '../../domains/events/event.entity.ts';
import { Post } from '../../domains/posts/post.entity.ts';
import { Review } from '../../domains/reviews/review.entity.ts';
import { ago, found, idsByTitle, inDaysAt, type SeedContext } from './context.ts';

interface SeedReview {
  by: string;
  rating: number;
  text: string;
  daysAgo: number;
  reply?: string;
}

/** Reviews by learners of free items. */
const REVIEWS: Readonly<Record<string, readonly SeedReview[]>> = {
  'Your first semester: a short course': [
    {
      by: 'tomas',
      rating: 5,
      text: 'I wish I had had this in my first week. The lesson about office hours alone was worth it: I went, and it was not scary at all.',
      daysAgo: 6,
      reply: 'Thank you, Tomás. We pass this on to the student advisers who wrote that lesson.',
    },
    {
      by: 'chloe',
      rating: 4,
      text: 'Short and honest. I would like a seventh lesson about exams.',
      daysAgo: 4,
      reply: 'A lesson about exams is planned for January.',
    },
    { by: 'priya', rating: 5, text: '', daysAgo: 3 },
    { by: 'maya', rating: 4, text: 'Clear, and the quiz made me read the rules about deadlines again.', daysAgo: 1 },
  ],
  'One-page guide to choosing a test': [
    { by: 'priya', rating: 5, text: 'It hangs above my desk. One page is enough.', daysAgo: 9 },
    { by: 'linh', rating: 4, text: 'Very useful. An example for small samples would help.', daysAgo: 2 },
  ],
  'How to survey a river bank with a phone': [
    {
      by: 'oliver',
      rating: 3,
      text: 'Good method, but the sound is low in the second half.',
      daysAgo: 5,
      reply: 'You are right, the wind was stronger than we thought. I will record that part again.',
    },
  ],
};

/** The course whose class the demo shows. */
const CLASS = 'Your first semester: a short course';
const POSTS = [
  {
    by: 'northfield',
    text: 'The question hour about timetables is on Thursday. Bring your module list, and write your questions below before then.',
    hoursAgo: 30,
    isAnnouncement: true,
  },
  {
    by: 'aisha',
    text: 'In lesson two, what counts as a good reason to move a deadline? I work two evenings a week.',
    hoursAgo: 21,
    isQuestion: true,
  },
  { by: 'tomas', text: 'Finished! My plan for the semester fits on one page now, as in the last lesson.', hoursAgo: 9 },
];

/** Inserts reviews with their counts, and the posts and the event of a class. */
export async function seedClasses(context: SeedContext): Promise<void> {
  const courses = await idsByTitle(context.em, 'courses');
  for (const [title, reviews] of Object.entries(REVIEWS))
    await seedReviews(context, found(courses.get(title), title), reviews);
  await context.em.execute(`update courses c set reviews = r.made, rating_sum = r.stars from (select course_id,
    count(*) as made, sum(rating) as stars from reviews group by course_id) r where c.id = r.course_id`);
  await seedClass(context, found(courses.get(CLASS), CLASS));
}

async function seedReviews(
  { em, now, idOf }: SeedContext,
  courseId: string,
  reviews: readonly SeedReview[],
): Promise<void> {
  for (const { by, rating, text, daysAgo, reply = null } of reviews) {
    const { id, createdAt } = ago(now, daysAgo * 24);
    const repliedAt = reply === null ? null : new Date(createdAt.getTime() + 5 * HOUR_MS);
    const userId = idOf(by);
    await em.insert(Review, { id, userId, courseId, rating, text, createdAt, reply, repliedAt });
  }
}

async function seedClass({ em, now, idOf }: SeedContext, courseId: string): Promise<void> {
  const audience = 'course' as const;
  for (const { by, text: content, hoursAgo, ...kind } of POSTS)
    await em.insert(Post, { ...ago(now, hoursAgo), userId: idOf(by), content, ...kind, audience, courseId });
  await em.insert(Event, {
    ...ago(now, 40),
    userId: idOf('northfield'),
    title: 'Question hour: your timetable',
    description: 'Half an hour with a student adviser. Bring your module list.',
    date: inDaysAt(now, { inDays: 1, weekday: 4, hour: 13 }),
    location: 'Room 2.14, Library building',
    audience,
    courseId,
  });
}
