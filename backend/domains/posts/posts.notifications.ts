import { NOTIFICATION_LIMITS } from '#shared/limits.ts';
import type { LoadTitles, NotificationRules } from '../../db/notification-draft.ts';
import { isoOf, read, type Reader, type Timestamp } from '../../db/read.ts';
import { listLearnerIdsInParts } from '../courses/course.view.ts';
import { isPostVisible } from './post.access.ts';

const IS_LIKED = {
  name: 'notification-is-liked',
  text: 'select 1 from post_likes where post_id = $1 and user_id = $2',
};
const SHARE = {
  name: 'notification-of-share',
  text: `select p.user_id, left(s.content, ${NOTIFICATION_LIMITS.excerptMaxChars}) as excerpt
    from posts s join posts p on p.id = s.shared_post_id where s.id = $1`,
};
const MENTIONED = {
  name: 'notifications-of-post-mentions',
  text: `select u.id as user_id, left(p.content, ${NOTIFICATION_LIMITS.excerptMaxChars}) as excerpt from posts p
    join users u on u.id = any($2::uuid[]) and u.role <> 'creator'
    where p.id = $1 and exists (select 1 from jsonb_array_elements(p.mentions) m where (m->>'userId')::uuid = u.id)`,
};
const ANNOUNCED = {
  name: 'notifications-of-post-announcement',
  text: `select c.id as course_id, c.title, p.created_at from posts p join courses c on c.id = p.course_id
    where p.id = $1 and p.is_announcement`,
};
const TITLES = {
  name: 'notification-post-titles',
  text: `select t.id, left(t.content, 80) as title from posts t where t.id = any($2::uuid[])
    and ${isPostVisible('t.id')}`,
};

interface AnnouncedRow {
  course_id: string;
  title: string;
  created_at: Timestamp;
}

const likeKey = (postId: string, userId: string): string => `like:${postId}:${userId}`;

async function isLiked(reader: Reader, postId: string, userId: string): Promise<boolean> {
  return (await read(reader, IS_LIKED, [postId, userId])).length > 0;
}

/** Notifies the author of a post of likes and shares, the users whom it mentions, and a class of announcements. */
export const postNotifications: NotificationRules = {
  'post-liked': (_reader, { postId, userId: actorId, authorId }) => [
    {
      kind: 'notify',
      type: 'post-liked',
      params: {},
      userId: authorId,
      actorId,
      sourceType: 'post',
      sourceId: postId,
      groupKey: `post-liked:${postId}`,
      dedupeKey: likeKey(postId, actorId),
    },
  ],
  'post-unliked': async (reader, { postId, userId }) =>
    (await isLiked(reader, postId, userId)) ? [] : [{ kind: 'retract', dedupeKey: likeKey(postId, userId) }],
  'post-shared': async (reader, { shareId, postId, userId: actorId }) =>
    (await read<{ user_id: string; excerpt: string | null }>(reader, SHARE, [shareId])).map((row) => ({
      kind: 'notify',
      type: 'post-shared',
      params: { excerpt: row.excerpt || null },
      userId: row.user_id,
      actorId,
      sourceType: 'post',
      sourceId: postId,
      groupKey: `post-shared:${postId}`,
      dedupeKey: `share:${shareId}`,
    })),
  'post-mentions-added': async (reader, { postId, userId: actorId, userIds }) =>
    (await read<{ user_id: string; excerpt: string }>(reader, MENTIONED, [postId, userIds])).map((row) => ({
      kind: 'notify',
      type: 'mentioned',
      params: { excerpt: row.excerpt, place: 'post' },
      userId: row.user_id,
      actorId,
      sourceType: 'post',
      sourceId: postId,
      groupKey: `mentioned:${postId}`,
      dedupeKey: `mentioned:${postId}`,
    })),
  // A second announcement on the same day, after the first was deleted, notifies no one again.
  'post-announced': async function* (reader, { postId, userId: actorId }) {
    const [row] = await read<AnnouncedRow>(reader, ANNOUNCED, [postId]);
    if (!row) return;
    for await (const ids of listLearnerIdsInParts(reader, row.course_id))
      yield ids.map((userId) => ({
        kind: 'notify',
        type: 'course-announcement',
        params: { courseTitle: row.title },
        userId,
        actorId,
        sourceType: 'post',
        sourceId: postId,
        dedupeKey: `course-announcement:${row.course_id}:${isoOf(row.created_at).slice(0, 10)}`,
      }));
  },
  'post-deleted': (_reader, { postId, userId }) => [
    { kind: 'detach', userId, sourceType: 'post', sourceId: postId },
    { kind: 'withdraw', dedupeKey: `mentioned:${postId}` },
  ],
};

/** Loads the starts of posts that the viewer may see, 80 characters at most. */
export const loadPostTitles: LoadTitles = async (reader, viewerId, ids) =>
  new Map(
    (await read<{ id: string; title: string }>(reader, TITLES, [viewerId, ids])).map(({ id, title }) => [id, title]),
  );
