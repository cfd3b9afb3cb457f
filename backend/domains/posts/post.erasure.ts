import type { EntityManager } from '@mikro-orm/postgresql';
import { read, repeat } from '../../db/read.ts';
import { publishDomainEvent } from '../../domain-events.ts';
import { forgetItemsSql } from '../saved/saved.service.ts';

const LIKES = {
  name: 'deletion-likes',
  text: `with gone as (delete from post_likes where user_id = $1 and post_id in (select post_id from post_likes
      where user_id = $1 order by post_id limit 500) returning post_id),
      counted as (update posts p set likes = p.likes - 1 from gone
        where p.id = gone.post_id) select count(*)::int as taken from gone`,
};
const POSTS = {
  name: 'deletion-posts',
  text: `with gone as (delete from posts where id in (select id from posts where user_id = $1 order by id limit 200)
      returning shared_post_id),
      counted as (update posts p set shares = p.shares - mine.made
        from (select shared_post_id, count(*)::int as made from gone where shared_post_id is not null
          group by shared_post_id) mine
        where p.id = mine.shared_post_id and p.user_id <> $1)
      select count(*)::int as taken from gone`,
};
/** Plain shares by others, which would be empty. */
const PLAIN_SHARES = {
  name: 'deletion-plain-shares',
  text: `delete from posts where content = '' and user_id <> $1 and shared_post_id in (select id from posts
    where user_id = $1) returning id, user_id`,
};
const UNSAVE = {
  name: 'deletion-unsave',
  text: forgetItemsSql('post', 'select id from posts where user_id = $1 union all select unnest($2::uuid[])'),
};

/** Deletes a user's likes and posts with their plain shares, and corrects the counters. */
export async function erasePosts(tx: EntityManager, userId: string): Promise<void> {
  const shares = await read<{ id: string; user_id: string }>(tx, PLAIN_SHARES, [userId]);
  await read(tx, UNSAVE, [userId, shares.map(({ id }) => id)]);
  await repeat(tx, LIKES, userId);
  await repeat(tx, POSTS, userId);
  for (const share of shares) publishDomainEvent(tx, 'post-deleted', { postId: share.id, userId: share.user_id });
}
