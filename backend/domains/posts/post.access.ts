import { ForeignKeyConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import { read, type Reader } from '../../db/read.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import type { Identity } from '../../http/identity.ts';
import { Post } from './post.entity.ts';
import type { AudienceRow } from '../audiences/audience.view.ts';
import { isInAudience, type StoredAudience } from '../audiences/audience.access.ts';
import { HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';

/** Tests whether the post whose id an SQL expression names exists; null when it does not. */
export const postExists = (id: string) => `(select true from posts p where p.id = ${id})`;

/** Selects the item to whose class the post is addressed whose id an SQL expression names; null without one. */
export const classOfPost = (id: string) => `(select p.course_id from posts p where p.id = ${id})`;

/** Tests whether the viewer ($1) is in the audience of the post that an SQL expression names; null without a post. */
export const isPostFindable = (id: string) => `(select ${isInAudience('p')} from posts p where p.id = ${id})`;

/** Tests whether the viewer ($1) may see the post whose id an SQL expression names. */
export const isPostVisible = (id: string) =>
  `exists (select 1 from posts p join users u on u.id = p.user_id and u.deactivated_at is null
    and u.id not in (${HIDDEN_FROM_VIEWER}) where p.id = ${id} and ${isInAudience('p')})`;

/**
 * Tests whether the post whose id an SQL expression names has an audience without the user that another one names;
 * false when the post is deleted.
 */
export const isPostWithheld = (id: string, user: string) =>
  `exists (select 1 from posts p where p.id = ${id} and not ${isInAudience('p', user)})`;

/** Selects columns of the post $2, `p`, when the viewer ($1) may read it. */
export const readablePost = (columns: string) => `select ${columns} from posts p
    join users u on u.id = p.user_id and u.deactivated_at is null
    where p.id = $2 and p.user_id not in (${HIDDEN_FROM_VIEWER}) and ${isInAudience('p')}`;
const READABLE = { name: 'post-readable', text: readablePost('p.user_id') };

/** Returns the author's id of a post; null when it is deleted or hidden, or its author is deactivated. */
export async function findReadableAuthor(reader: Reader, postId: string, viewerId: string): Promise<string | null> {
  const [row] = await read<{ user_id: string }>(reader, READABLE, [viewerId, postId]);
  return row?.user_id ?? null;
}

/** Returns the author's id as {@link findReadableAuthor} does. @throws AppError NOT_FOUND. */
export async function checkPostReadable(reader: Reader, postId: string, viewerId: string): Promise<{ userId: string }> {
  const userId = await findReadableAuthor(reader, postId, viewerId);
  if (userId === null) throw notFound('This post');
  return { userId };
}

/** Checks that a user may save a post. @throws AppError NOT_FOUND, also for creators, who see no posts. */
export async function checkPostSavable(
  reader: Reader,
  postId: string,
  { id, role }: Pick<Identity, 'id' | 'role'>,
): Promise<void> {
  if (role === 'creator') throw notFound('This post');
  await checkPostReadable(reader, postId, id);
}

/** Loads a post that the viewer may see. @throws AppError NOT_FOUND. */
export async function loadReadablePost(em: EntityManager, postId: string, viewerId: string): Promise<Post> {
  await checkPostReadable(em, postId, viewerId);
  const post = await em.findOne(Post, { id: postId });
  if (!post) throw notFound('This post');
  return post;
}

/**
 * Loads an own post for its deletion, also one whose audience the author has left. @throws AppError NOT_FOUND when it
 * is not visible, NOT_OWNER when it is another user's.
 */
export async function loadRemovablePost(em: EntityManager, postId: string, viewerId: string): Promise<Post> {
  const post = await em.findOne(Post, { id: postId, userId: viewerId });
  return post ?? loadOwnPost(em, postId, viewerId);
}

/** Loads an own post. @throws AppError NOT_FOUND when it is not visible, NOT_OWNER when it is another user's. */
export async function loadOwnPost(em: EntityManager, postId: string, viewerId: string): Promise<Post> {
  const post = await loadReadablePost(em, postId, viewerId);
  if (post.userId !== viewerId) throw new AppError('NOT_OWNER', 'Only the author can change this post');
  return post;
}

const AUDIENCE = { name: 'post-audience', text: 'select user_id, audience, audience_id from posts where id = $1' };

/** Loads the audience of a post with its author; null when it is deleted. */
export async function loadPostAudience(reader: Reader, postId: string): Promise<StoredAudience | null> {
  const [row] = await read<Omit<AudienceRow, 'audience_name'> & { user_id: string }>(reader, AUDIENCE, [postId]);
  return row ? { audience: row.audience, audienceId: row.audience_id, userId: row.user_id } : null;
}

/**
 * Awaits a write to a post that a concurrent request may have deleted, so that the foreign key fails. @throws AppError
 * NOT_FOUND.
 */
export async function orPostGone<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const isGone =
      error instanceof ForeignKeyConstraintViolationException ||
      (error instanceof Error && 'code' in error && error.code === '23503');
    throw isGone ? notFound('This post') : error;
  }
}
