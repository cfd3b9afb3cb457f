import type { PostVersion } from '#shared/api/posts.ts';
import { POST_LIMITS } from '#shared/limits.ts';
import { query, type Pool } from '../../db/pool.ts';
import { isoOf, type Timestamp } from '../../db/read.ts';
import { checkPostReadable } from './post.access.ts';

const VERSIONS = {
  name: 'post-versions',
  text: `(select content, image_alt, coalesce(edited_at, created_at) as at from posts where id = $1)
    union all
    (select content, image_alt, created_at from post_edits where post_id = $1 order by created_at desc, id desc
      limit ${POST_LIMITS.historyItems - 1})
    order by at desc`,
};

/** Lists the versions of a post, the current one first. @throws AppError NOT_FOUND. */
export async function listVersions(pool: Pool, postId: string, viewerId: string): Promise<PostVersion[]> {
  await checkPostReadable(pool, postId, viewerId);
  const rows = await query<{ content: string; image_alt: string | null; at: Timestamp }>(pool, VERSIONS, [postId]);
  return rows.map((row) => ({ content: row.content, imageAlt: row.image_alt, at: isoOf(row.at) }));
}
