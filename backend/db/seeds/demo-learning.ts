import { HOUR_MS } from '#shared/time.ts';
import { newId } from '../clock.ts';
import { Enrollment } from '../../domains/courses/enrollment.entity.ts';
import { EventAttendee } from '../../domains/events/event-attendee.entity.ts';
import { found, idsByTitle, type SeedContext } from './context.ts';

/** Usernames by the title of a course or an event. */
type Lists = Readonly<Record<string, readonly string[]>>;

/** Enrollments in free items. */
const LEARNERS: Lists = {
  'Your first semester: a short course': ['maya', 'tomas', 'aisha', 'jonas', 'priya', 'kenji', 'chloe'],
  'Public lecture series: from the phone book to the cuckoo': ['linh', 'yusuf', 'aisha', 'zhangwei', 'daniel'],
  'One-page guide to choosing a test': ['maya', 'priya', 'linh', 'rosa', 'aparecida'],
  'How to survey a river bank with a phone': ['kenji', 'maya', 'yusuf', 'oliver'],
};

/** Attendees of each event. */
const ATTENDEES: Lists = {
  'Open lecture: what we still do not know about sleep': ['maya', 'priya', 'linh', 'ingrid', 'rosa'],
  'Tuesday study table: membrane transport': ['maya', 'tomas', 'aisha', 'chloe'],
  'Question hour: planning a survey': ['maya', 'noa', 'oliver', 'jonas'],
  'Writing evening': ['rosa', 'aparecida', 'chloe', 'yusuf'],
  'Research fund: how to write one good page': ['fatima', 'daniel', 'zhangwei', 'linh'],
};

/** Waiting lists of events. */
const WAITING: Lists = { 'Writing evening': ['maya', 'linh'] };

/** Inserts enrollments and attendees, and counts the learners on their items. */
export async function seedLearning({ em, now, idOf }: SeedContext): Promise<void> {
  const courses = await idsByTitle(em, 'courses');
  const events = await idsByTitle(em, 'events');
  const times = (i: number) => ({ createdAt: new Date(now - (i + 2) * 5 * HOUR_MS) });
  await seedEnrollments({ em, now, idOf }, courses);
  const attendees = (lists: Lists, status: 'going' | 'waitlisted') =>
    pairs(lists, events).map(([eventId, username], i) => ({
      eventId,
      userId: idOf(username),
      status,
      waitingNumber: status === 'waitlisted' ? i + 1 : null,
      ...times(i),
    }));
  await em.insertMany(EventAttendee, [...attendees(ATTENDEES, 'going'), ...attendees(WAITING, 'waitlisted')]);
  await em.execute('update courses c set enrollments = (select count(*) from enrollments e where e.course_id = c.id)');
}

/** Enrolls the learners of each free item, evenly from its publication until now. */
async function seedEnrollments(
  { em, now, idOf }: Pick<SeedContext, 'em' | 'now' | 'idOf'>,
  courses: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [title, learners] of Object.entries(LEARNERS)) {
    const courseId = found(courses.get(title), title);
    const [row] = await em.execute<{ at: Date | string }[]>('select published_at as at from courses where id = ?', [
      courseId,
    ]);
    const since = new Date(found(row, title).at).getTime();
    await em.insertMany(
      Enrollment,
      learners.map((username, i) => ({
        id: newId(),
        courseId,
        userId: idOf(username),
        createdAt: new Date(since + ((now - since) * (i + 1)) / (learners.length + 2)),
      })),
    );
  }
}

function pairs(lists: Lists, ids: ReadonlyMap<string, string>): [id: string, username: string][] {
  return Object.entries(lists).flatMap(([title, usernames]) =>
    usernames.map((username): [string, string] => [found(ids.get(title), title), username]),
  );
}
