import { MENTION_LIMITS, NOTIFICATION_LIMITS } from '#shared/limits.ts';
import type { NotificationDraft, NotificationRules } from '../../db/notification-draft.ts';
import { read, type Reader } from '../../db/read.ts';
import { commentersOf } from './comment.view.ts';

const EXCERPT = `left(c.content, ${NOTIFICATION_LIMITS.excerptMaxChars}) as excerpt`;

/** Excludes users whom a block separates from the author of the post; those outside its audience are not notified. */
const MAY_READ = `not exists (select 1 from blocks b
  where (b.blocker_id = u.id and b.blocked_id = p.user_id) or (b.blocker_id = p.user_id and b.blocked_id = u.id))`;

/** Each recipient once, for the first reason that applies. */
const CREATED = {
  name: 'notifications-of-comment',
  text: `select r.user_id, r.type, ${EXCERPT} from comments c join posts p on p.id = c.post_id
    cross join lateral (
      select distinct on (x.user_id) x.user_id, x.type from (
        select (m->>'userId')::uuid as user_id, 'mentioned' as type, 0 as rank from jsonb_array_elements(c.mentions) m
        union all select p.user_id, 'post-commented', 1
        union all select k.id, 'thread-commented', 2 from (${commentersOf('c.post_id')}
          limit ${MENTION_LIMITS.threadUsersMax}) k
      ) x order by x.user_id, x.rank
    ) r join users u on u.id = r.user_id and ${MAY_READ}
    where c.id = $1 and r.user_id <> c.user_id`,
};
const MENTIONED = {
  name: 'notifications-of-comment-mentions',
  text: `select u.id as user_id, 'mentioned' as type, ${EXCERPT} from comments c join posts p on p.id = c.post_id
    join users u on u.id = any($2::uuid[]) and ${MAY_READ}
    where c.id = $1 and exists (select 1 from jsonb_array_elements(c.mentions) m where (m->>'userId')::uuid = u.id)`,
};
const CHOSEN = {
  name: 'notification-of-answer',
  text: `select c.user_id, 'answer-chosen' as type, ${EXCERPT} from comments c join posts p on p.answer_id = c.id
    where c.id = $1`,
};

interface RecipientRow {
  user_id: string;
  type: 'mentioned' | 'post-commented' | 'thread-commented' | 'answer-chosen';
  excerpt: string;
}

/** A comment in a domain event; `userId` is the user who acted. */
interface CommentEvent {
  commentId: string;
  postId: string;
  userId: string;
}

function toDraft(row: RecipientRow, { commentId, postId, userId: actorId }: CommentEvent): NotificationDraft {
  const { excerpt, type } = row;
  const about = { userId: row.user_id, actorId, sourceType: 'post', sourceId: postId };
  if (type === 'mentioned')
    return {
      ...about,
      type,
      params: { excerpt, place: 'comment' },
      groupKey: `mentioned:${postId}`,
      dedupeKey: `mentioned:${commentId}`,
    };
  if (type === 'answer-chosen') return { ...about, type, params: { excerpt }, dedupeKey: `answer:${commentId}` };
  return { ...about, type, params: { excerpt }, groupKey: `${type}:${postId}`, dedupeKey: `comment:${commentId}` };
}

async function draftsOf(reader: Reader, event: CommentEvent, rows: Promise<RecipientRow[]>) {
  return (await rows).map((row) => ({ kind: 'notify' as const, ...toDraft(row, event) }));
}

/** Notifies mentioned users, the post's author and earlier commenters of comments, and the author of an answer. */
export const commentNotifications: NotificationRules = {
  'comment-created': (reader, event) => draftsOf(reader, event, read<RecipientRow>(reader, CREATED, [event.commentId])),
  'comment-mentions-added': (reader, event) =>
    draftsOf(reader, event, read<RecipientRow>(reader, MENTIONED, [event.commentId, event.userIds])),
  'answer-chosen': (reader, event) => draftsOf(reader, event, read<RecipientRow>(reader, CHOSEN, [event.commentId])),
  'comment-deleted': (_reader, { commentId }) =>
    ['comment', 'mentioned', 'answer'].map((reason) => ({ kind: 'withdraw', dedupeKey: `${reason}:${commentId}` })),
};
