import type { EntityManager } from '@mikro-orm/postgresql';
import { repeat } from '../../db/read.ts';
import { uncountComments } from '../posts/post-comments.service.ts';

const COMMENTS = {
  name: 'deletion-comments',
  text: `with gone as (delete from comments where id in (select id from comments where user_id = $1 order by post_id
      limit 500) returning post_id),
      counted as (${uncountComments('select post_id, count(*)::int as made from gone group by post_id')})
      select count(*)::int as taken from gone`,
};

/** Deletes a user's comments and corrects the counts of their posts. */
export async function eraseComments(tx: EntityManager, userId: string): Promise<void> {
  await repeat(tx, COMMENTS, userId);
}
