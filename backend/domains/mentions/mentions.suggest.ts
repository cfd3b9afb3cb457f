import { MENTION_LIMITS } from '#shared/limits.ts';
import type { UserCard } from '#shared/api/users.ts';
import { query, type Pool } from '../../db/pool.ts';
import { commentersOf } from '../comments/comment.view.ts';
import { findReadableAuthor } from '../posts/post.access.ts';
import { toUserCard, USER_CARD_COLUMNS, type UserCardRow } from '../users/user.view.ts';
import { connectedTo, FINDABLE, HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';

/** Members read by the start of their name, before those that cannot be found are left out. */
const CANDIDATES = 300;

/** The first characters ($2) are compared byte by byte, in the order of the index, up to the largest character. */
const startsWith = (column: string) =>
  `(select c.id, 2 as rank from users c where $2::text <> '' and lower(c.${column}) ~>=~ $2::text
    and lower(c.${column}) ~<~ ($2::text || chr(1114111)) order by lower(c.${column}) using ~<~ limit ${CANDIDATES})`;

/** Each word of a connection's or a commenter's name is compared; of other members the username and the full name. */
const SUGGEST = {
  name: 'mentions-suggest',
  text: `with found as (
      select mine.id, 0 as rank from (${connectedTo('$1')}) mine
      union all select thread.id, 1 from (${commentersOf('$3::uuid')} union select $4::uuid) thread
      union all ${startsWith('username')}
      union all ${startsWith('full_name')}
    ), best as (select found.id, min(found.rank) as rank from found group by found.id)
    select ${USER_CARD_COLUMNS} from best join users u on u.id = best.id
    where u.id <> $1 and u.role <> 'creator' and u.deactivated_at is null and u.id not in (${HIDDEN_FROM_VIEWER})
      and (starts_with(lower(u.username), $2) or starts_with(lower(u.full_name), $2)
        or strpos(lower(u.full_name), ' ' || $2) > 0)
      and (best.rank < 2 or ${FINDABLE})
    order by best.rank, lower(u.full_name), u.id limit ${MENTION_LIMITS.suggestedItems}`,
};

/**
 * Suggests members whose username or name starts with `q`: connections first, then the author of a post and those who
 * commented on it, then members that the viewer can find. A post that the viewer cannot read adds no one.
 */
export async function suggestMentions(
  pool: Pool,
  viewerId: string,
  { q = '', postId }: { q?: string | undefined; postId?: string | undefined },
): Promise<UserCard[]> {
  const authorId = postId === undefined ? null : await findReadableAuthor(pool, postId, viewerId);
  const values = [viewerId, q.toLowerCase(), authorId === null ? null : postId, authorId];
  return (await query<UserCardRow>(pool, SUGGEST, values)).map(toUserCard);
}
