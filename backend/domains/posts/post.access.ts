import type { EntityManager } from '@mikro-orm/postgresql';
import { read, type Reader } from '../../db/read.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import { HIDDEN_FROM_VIEWER } from '../users/user.view.ts';
import { Post } from './post.entity.ts';

const READABLE = {
  name: 'post-readable',
  text: `select p.user_id from posts p join users u on u.id = p.user_id and u.deactivated_at is null
    where p.id = $2 and p.user_id not in (${HIDDEN_FROM_VIEWER})`,
};

/**
 * Checks that a viewer may see a post and answers its author's id.
 *
 * @throws AppError NOT_FOUND when it is gone, its author deactivated, or a block stands between them.
 */
export async function checkPostReadable(reader: Reader, postId: string, viewerId: string): Promise<{ userId: string }> {
  const [row] = await read<{ user_id: string }>(reader, READABLE, [viewerId, postId]);
  if (!row) throw notFound('This post');
  return { userId: row.user_id };
}

/** Loads a post that the viewer may see. @throws AppError NOT_FOUND. */
export async function loadReadablePost(em: EntityManager, postId: string, viewerId: string): Promise<Post> {
  await checkPostReadable(em, postId, viewerId);
  const post = await em.findOne(Post, { id: postId });
  if (!post) throw notFound('This post');
  return post;
}

/** Loads a post that the viewer wrote. @throws AppError NOT_FOUND when unreadable, NOT_OWNER when it is another's. */
export async function loadOwnPost(em: EntityManager, postId: string, viewerId: string): Promise<Post> {
  const post = await loadReadablePost(em, postId, viewerId);
  if (post.userId !== viewerId) throw new AppError('NOT_OWNER', 'Only the author can change this post');
  return post;
}
