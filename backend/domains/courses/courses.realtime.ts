import type { Pool } from 'pg';
import { SOCKET_LIMITS } from '#shared/limits.ts';
import { createCoalescer } from '../../realtime/coalesce.ts';
import type { OwnershipRules } from '../../realtime/intents.ts';
import { type Audience, BURST_MS, type PublishContext } from '../../realtime/publish.ts';
import { rooms } from '../../realtime/rooms.ts';
import { createThrottle } from '../../realtime/throttle.ts';
import { listBlockedEitherWay } from '../visibility/visibility.access.ts';
import { listLearnerIdsInParts, loadCourseCounters, loadCourseRow, loadPushedCourse } from './course.view.ts';

/**
 * Pushes items to the users who have them on screen and to their authors, edits also to the users who are enrolled, but
 * not across a block with the author. A changed item is delayed by {@link BURST_MS} and contains the newest state; the
 * counters are pushed alone. The returned function sends the pending pushes now.
 */
export function publishCourses({
  events,
  publish,
  pool,
  log,
  currency,
}: PublishContext & { currency: string }): () => Promise<void> {
  const edits = createCoalescer(BURST_MS);
  const counts = createThrottle(SOCKET_LIMITS.countersEveryMs);
  /** Items whose next push shows their learners that the content changed. */
  const news = new Set<string>();
  const warn = (error: unknown): void => log.warn({ err: error }, 'a changed item could not be published');

  events.on('course-created', async ({ courseId, userId }) => {
    const course = await loadPushedCourse(pool, { id: courseId, authorId: userId }, currency);
    if (course?.status !== 'published') return;
    publish(showing(courseId, userId, await listBlockedEitherWay(pool, userId)), 'course-created', course);
  });
  events.on('course-updated', ({ courseId, userId, isNews }) => {
    if (isNews) news.add(courseId);
    edits.schedule(courseId, () => pushEdit(courseId, userId).catch(warn));
  });
  events.on('course-counted', ({ courseId }) => counts.run(courseId, () => pushCounters(courseId).catch(warn)));
  events.on('course-deleted', async ({ courseId, userId }) => {
    publish(showing(courseId, userId, await listBlockedEitherWay(pool, userId)), 'course-deleted', { id: courseId });
  });

  async function pushEdit(courseId: string, authorId: string): Promise<void> {
    const isNews = news.delete(courseId);
    const course = await loadPushedCourse(pool, { id: courseId, authorId }, currency);
    if (!course) return;
    const hidden = await listBlockedEitherWay(pool, authorId);
    // Users who joined the room of an item before it was unpublished may no longer see it.
    const { to, except = [] } =
      course.status === 'published' ? showing(courseId, authorId, hidden) : theirs(authorId, hidden);
    publish({ to, except }, 'course-updated', course);
    const toLearners = isNews ? { except, push: { ...course, isNews } } : { except: [...except, ...to], push: course };
    for await (const learners of listLearnerIdsInParts(pool, courseId))
      publish({ to: learners.map(rooms.user), except: toLearners.except }, 'course-updated', toLearners.push);
  }
  async function pushCounters(courseId: string): Promise<void> {
    for (const { authorId, isPublished, hidden, counters } of await loadCourseCounters(pool, [courseId]))
      publish(isPublished ? showing(courseId, authorId, hidden) : theirs(authorId, hidden), 'course-updated', counters);
  }
  return async () => {
    await Promise.all([edits.flush(), counts.flush()]);
  };
}

/** The users who have a published item on screen, and its author. */
function showing(courseId: string, authorId: string, hidden: readonly string[]): Audience {
  const { to, except = [] } = theirs(authorId, hidden);
  return { to: [rooms.courses, rooms.course(courseId), ...to], except };
}

/** The author of an item. */
function theirs(authorId: string, hidden: readonly string[]): Audience {
  return { to: [rooms.user(authorId)], except: hidden.map(rooms.user) };
}

/** Intents that only the author of an item may send. */
export function courseOwnership(pool: Pool): OwnershipRules {
  const isAuthor = async (id: string, userId: string): Promise<boolean> =>
    (await loadCourseRow(pool, id, userId))?.user_id === userId;
  return { 'course-create': isAuthor, 'course-update': isAuthor };
}
