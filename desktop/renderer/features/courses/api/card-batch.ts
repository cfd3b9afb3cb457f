import { courseEndpoints, type CourseView } from '#shared/api/courses.ts';
import { COURSE_LIMITS } from '#shared/limits.ts';
import { call } from '../../../lib/http/api.ts';
import { ApiError } from '../../../lib/http/errors.ts';

interface WaitingCard {
  id: string;
  resolve: (course: CourseView) => void;
  reject: (error: unknown) => void;
}

let waiting: WaitingCard[] = [];

/**
 * Loads an item by its id. The items of all cards that appear together are fetched with one request. @throws ApiError
 * with status 404 for an item that is gone or hidden; otherwise as `call` does.
 */
export function loadCard(id: string): Promise<CourseView> {
  return new Promise((resolve, reject) => {
    if (waiting.length === 0) queueMicrotask(sendWaiting);
    waiting.push({ id, resolve, reject });
  });
}

function sendWaiting(): void {
  const cards = waiting;
  waiting = [];
  for (let from = 0; from < cards.length; from += COURSE_LIMITS.pageMaxItems)
    void loadAll(cards.slice(from, from + COURSE_LIMITS.pageMaxItems));
}

async function loadAll(cards: readonly WaitingCard[]): Promise<void> {
  try {
    const ids = [...new Set(cards.map(({ id }) => id))].join(',');
    const courses = await call(courseEndpoints.listCourseCards, { query: { ids } });
    for (const { id, resolve, reject } of cards) {
      const course = courses.find((one) => one.id === id);
      if (course) resolve(course);
      else reject(new ApiError('This item is unavailable.', 404));
    }
  } catch (error) {
    for (const { reject } of cards) reject(error);
  }
}
