import { ANALYTICS_LIMITS } from '#shared/limits.ts';
import type { MetricParts } from '../../db/metric-source.ts';
import { authorOf } from '../courses/course.view.ts';

/** What messages contribute to the numbers of authors: questions about items, with the author's next message. */
export const messageMetrics: MetricParts = {
  questions: {
    name: 'questions-chat',
    text: `select q.owner_id, q.asker_id, q.asked_at, a.created_at as answered_at
      from (select m.receiver_id as owner_id, m.sender_id as asker_id, m.created_at as asked_at, m.conversation_id,
            m.conversation_seq,
            row_number() over (partition by m.receiver_id order by m.created_at desc, m.id desc) as place
          from messages m where m.about_type = 'course' and m.created_at >= $1::timestamptz
            and m.sender_id is not null and m.receiver_id = ${authorOf('m.about_id')}) q
        left join lateral (select n.created_at from messages n where n.conversation_id = q.conversation_id
            and n.conversation_seq > q.conversation_seq
            and n.conversation_seq <= q.conversation_seq + ${ANALYTICS_LIMITS.answerWithinMessages}
            and n.sender_id = q.owner_id and n.kind = 'text' and n.deleted_at is null
          order by n.conversation_seq limit 1) a on true
      where q.place <= $2::int`,
  },
};
