import { POST_LIMITS } from '#shared/limits.ts';
import type { UserCard } from '#shared/api/users.ts';
import { query, type Pool } from '../../db/pool.ts';
import { decodeCursor, LIST_START, toPage, type Page, type PageQuery } from '../../http/page.ts';
import { toUserCard, USER_CARD_COLUMNS, type UserCardRow } from '../users/user.view.ts';
import { checkPostReadable } from './post.access.ts';
import { HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';

const LIKES = {
  name: 'post-likes',
  text: `select l.created_at, ${USER_CARD_COLUMNS}
    from post_likes l join users u on u.id = l.user_id and u.deactivated_at is null
    where l.post_id = $2 and (l.created_at, l.user_id) < ($3::timestamptz, $4::uuid)
      and l.user_id not in (${HIDDEN_FROM_VIEWER})
    order by l.created_at desc, l.user_id desc limit ${POST_LIMITS.pageMaxItems + 1}`,
};

/** Lists the users who like a post and are visible to the viewer, newest like first. @throws AppError NOT_FOUND. */
export async function listLikes(
  pool: Pool,
  viewerId: string,
  { postId, cursor, limit = POST_LIMITS.pageItems }: PageQuery & { postId: string },
): Promise<Page<UserCard>> {
  await checkPostReadable(pool, postId, viewerId);
  const { at, id } = decodeCursor(cursor) ?? LIST_START.down;
  const rows = await query<UserCardRow & { created_at: Date }>(pool, LIKES, [viewerId, postId, at, id]);
  return toPage(rows, limit, {
    cursorOf: (row) => ({ at: row.created_at.toISOString(), id: row.author_id }),
    view: toUserCard,
  });
}
