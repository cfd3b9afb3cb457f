import { NOTIFICATION_LIMITS } from '#shared/limits.ts';
import type { NotificationRules } from '../../db/notification-draft.ts';
import { read } from '../../db/read.ts';
import { listLearnerIdsInParts } from './course.view.ts';

const CHANGE = {
  name: 'notification-of-course-change',
  text: `select c.title, left(h.note, ${NOTIFICATION_LIMITS.excerptMaxChars}) as excerpt
    from course_changes h join courses c on c.id = h.course_id where h.id = $1 and c.status = 'published'`,
};

/** Notifies the users who are enrolled in an item of a note in its change log. */
export const courseNotifications: NotificationRules = {
  'course-changed': async function* (reader, { courseId, userId: actorId, changeId }) {
    const [change] = await read<{ title: string; excerpt: string }>(reader, CHANGE, [changeId]);
    if (!change) return;
    const params = { courseTitle: change.title, excerpt: change.excerpt };
    for await (const ids of listLearnerIdsInParts(reader, courseId))
      yield ids.map((userId) => ({
        kind: 'notify',
        type: 'course-updated',
        params,
        userId,
        actorId,
        sourceType: 'course',
        sourceId: courseId,
        groupKey: `course-updated:${courseId}`,
        dedupeKey: `course-change:${changeId}`,
      }));
  },
};
