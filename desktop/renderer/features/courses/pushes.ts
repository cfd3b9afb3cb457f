import type { QueryClient } from '@tanstack/react-query';
import type { CourseCounters, PushedCourseView } from '#shared/api/courses.ts';
import type { PushMap } from '#shared/realtime/index.ts';
import { createCountOrder } from '../../lib/live/count-order.ts';
import type { LiveBinding } from '../../lib/live/live-link.ts';
import { isQuiet, preferencesQuery } from '../../lib/me.ts';
import { toast } from '../../lib/page/toasts.ts';
import { changeCourse, dropCourse, findCourse, putPushed, refetchCourse } from './api/cache.ts';
import { applyCounters } from './apply.ts';

/** The pushes of items. */
export type CoursePushName = 'course-created' | 'course-updated' | 'course-deleted';

/** Returns a function that updates the cached items to what a fetch returns. */
export function createPushHandler({ client, userId }: Omit<LiveBinding, 'link'>) {
  const isInOrder = createCountOrder();
  const put = ({ isNews, ...received }: PushedCourseView & { isNews?: true }, isNewest: boolean): void => {
    if (isNews) void showNews(client, received.title);
    const before = findCourse(client, received.id);
    const push = before && !isNewest ? { ...received, ...countersOf(before) } : received;
    putPushed(client, push, userId);
    // Its viewer block is not known: an item that is published again has been used before.
    if (!before && push.enrollments > 0) void client.invalidateQueries({ queryKey: ['courses', 'list'] });
    // The files, the outline and the changes are not part of a push.
    if (before?.updatedAt !== push.updatedAt || before.status !== push.status) refetchCourse(client, push.id);
  };
  return (received: PushMap[CoursePushName]): void => {
    if (!('countedAt' in received)) {
      dropCourse(client, received.id);
      return refetchCourse(client, received.id);
    }
    const isNewest = isInOrder(received);
    if ('title' in received) put(received, isNewest);
    else if (isNewest) changeCourse(client, received.id, (course) => applyCounters(course, received));
  };
}

/** Shows that the content of an item changed, unless the switch for it is off or quiet hours apply. */
async function showNews(client: QueryClient, title: string): Promise<void> {
  const preferences = await client.fetchQuery(preferencesQuery).catch(() => null);
  if (preferences?.courseUpdateNotifications === false || (await isQuiet(client))) return;
  toast({ title: 'Course updated', description: title });
}

function countersOf({ enrollments, downloads, reviews, rating }: CourseCounters): Omit<CourseCounters, 'id'> {
  return { enrollments, downloads, reviews, rating };
}
