import { ANALYTICS_LIMITS } from '#shared/limits.ts';
import { latestQuestions, type MetricParts } from '../../db/metric-source.ts';
import { authorOf } from '../courses/course.view.ts';

/** What messages contribute to the numbers of authors: questions about items, with the author's next message. */
export const messageMetrics: MetricParts = {
  questions: latestQuestions('chat', {
    questions: `select m.receiver_id as owner_id, m.sender_id as asker_id, m.created_at as asked_at, m.id,
        m.conversation_id, m.conversation_seq
      from messages m where m.about_type = 'course' and m.created_at >= $1::timestamptz
        and m.sender_id is not null and m.receiver_id = ${authorOf('m.about_id')}`,
    answer: `select n.created_at from messages n where n.conversation_id = q.conversation_id
        and n.conversation_seq > q.conversation_seq
        and n.conversation_seq <= q.conversation_seq + ${ANALYTICS_LIMITS.answerWithinMessages}
        and n.sender_id = q.owner_id and n.kind = 'text' and n.deleted_at is null
      order by n.conversation_seq`,
  }),
};
