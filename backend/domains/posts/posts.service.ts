import { ForeignKeyConstraintViolationException, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { CreatePostInput, PostView } from '#shared/api/posts.ts';
import { read, type Reader } from '../../db/read.ts';
import { recordFact, transact } from '../../facts.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import { loadEventRow } from '../events/event.view.ts';
import { loadOwnFile } from '../files/file.access.ts';
import { checkPostReadable, loadOwnPost, loadReadablePost } from './post.access.ts';
import { PostEdit } from './post-edit.entity.ts';
import { Post } from './post.entity.ts';
import { loadPostViews } from './post.view.ts';

/** What an edit may change; what is left out stays. */
export interface EditPostInput {
  content?: string | undefined;
  imageAlt?: string | undefined;
}

const LIKE = {
  name: 'post-like',
  text: `with made as (
      insert into post_likes (post_id, user_id, created_at) values ($1, $2, now()) on conflict do nothing returning post_id
    ) update posts set likes = likes + 1 from made where posts.id = made.post_id returning posts.likes`,
};
const UNLIKE = {
  name: 'post-unlike',
  text: `with gone as (delete from post_likes where post_id = $1 and user_id = $2 returning post_id)
    update posts set likes = likes - 1 from gone where posts.id = gone.post_id returning posts.likes`,
};
const COUNT_SHARE = {
  name: 'post-count-share',
  text: 'update posts set shares = shares + $2 where id = $1 returning id, user_id',
};
const REMOVE_PLAIN_SHARES = {
  name: 'post-remove-plain-shares',
  text: `delete from posts where shared_post_id = $1 and content = '' returning id, user_id`,
};
const UNSAVE_ALL = {
  name: 'post-unsave-all',
  text: `delete from saved_items where type = 'post' and item_id = any($1::uuid[])`,
};

/** Loads the view of one post. @throws AppError NOT_FOUND when it is gone or hidden from the viewer. */
export async function loadPostView(reader: Reader, postId: string, viewerId: string): Promise<PostView> {
  const [view] = await loadPostViews(reader, [postId], viewerId);
  if (!view) throw notFound('This post');
  return view;
}

/**
 * Publishes a post. @throws AppError NOT_FOUND when its image is not the author's own upload for a post, or what it
 * carries is cancelled or not theirs to see.
 */
export async function createPost(em: EntityManager, userId: string, input: CreatePostInput): Promise<PostView> {
  return transact(em, async (tx) => {
    const fileId = input.fileId ?? input.imageUrl?.slice('/api/files/'.length) ?? null;
    const file = fileId === null ? null : await loadOwnFile(tx, fileId, { ownerId: userId, purpose: 'post-image' });
    if (input.attach) {
      const event = await loadEventRow(tx, input.attach.id, userId);
      if (!event || event.state === 'cancelled') throw notFound('This event');
    }
    const post = tx.create(Post, {
      userId,
      content: input.content,
      attachedEventId: input.attach?.id ?? null,
      imageFileId: file?.id ?? null,
      imageUrl: file ? `/api/files/${file.id}` : null,
      imageAlt: file ? input.imageAlt || null : null,
      isQuestion: input.isQuestion ?? false,
    });
    recordFact(tx, 'post-created', { postId: post.id, userId });
    await tx.flush();
    return loadPostView(tx, post.id, userId);
  });
}

/** Changes an own post, keeps what it said, and marks it as edited. @throws AppError NOT_FOUND, NOT_OWNER. */
export async function editPost(
  em: EntityManager,
  userId: string,
  edit: EditPostInput & { postId: string },
): Promise<PostView> {
  return transact(em, async (tx) => {
    const post = await loadOwnPost(tx, edit.postId, userId);
    tx.create(PostEdit, {
      postId: post.id,
      content: post.content,
      imageAlt: post.imageAlt ?? null,
      createdAt: post.editedAt ?? post.createdAt,
    });
    if (edit.content !== undefined) post.content = edit.content;
    if (edit.imageAlt !== undefined && post.imageUrl !== null) post.imageAlt = edit.imageAlt || null;
    post.editedAt = new Date();
    recordFact(tx, 'post-updated', { postId: post.id, userId });
    await tx.flush();
    return loadPostView(tx, post.id, userId);
  });
}

/**
 * Deletes an own post with its comments and likes, and the plain shares that would show nothing. @throws AppError
 * NOT_FOUND, NOT_OWNER.
 */
export async function removePost(em: EntityManager, userId: string, postId: string): Promise<void> {
  await transact(em, async (tx) => deletePost(tx, await loadOwnPost(tx, postId, userId)));
}

/** Deletes anyone's post as {@link removePost} does, for an operator; answers false when it is gone already. */
export async function takeDownPost(em: EntityManager, postId: string): Promise<boolean> {
  return transact(em, async (tx) => {
    const post = await tx.findOne(Post, { id: postId });
    if (post) await deletePost(tx, post);
    return post !== null;
  });
}

async function deletePost(tx: EntityManager, { id: postId, userId, sharedPostId }: Post): Promise<void> {
  const shares = await read<{ id: string; user_id: string }>(tx, REMOVE_PLAIN_SHARES, [postId]);
  // Two deletions at once: only the one that took the row counts down.
  const removed = await tx.nativeDelete(Post, { id: postId });
  if (removed === 0) throw notFound('This post');
  if (sharedPostId) await countShare(tx, sharedPostId, -1);
  await read(tx, UNSAVE_ALL, [[postId, ...shares.map((share) => share.id)]]);
  for (const gone of [{ id: postId, user_id: userId }, ...shares]) {
    recordFact(tx, 'post-deleted', { postId: gone.id, userId: gone.user_id });
  }
}

/** Sets or takes back a like and answers the count; a repeat changes nothing. @throws AppError NOT_FOUND. */
export async function setLike(
  em: EntityManager,
  userId: string,
  { postId, isLiked }: { postId: string; isLiked: boolean },
): Promise<{ likes: number; liked: boolean }> {
  return transact(em, async (tx) => {
    const post = await checkPostReadable(tx, postId, userId);
    const [changed] = await orPostGone(read<{ likes: number }>(tx, isLiked ? LIKE : UNLIKE, [postId, userId]));
    if (changed) {
      recordFact(tx, 'post-updated', { postId, userId: post.userId });
      if (isLiked) recordFact(tx, 'post-liked', { postId, userId });
      return { likes: changed.likes, liked: isLiked };
    }
    const { likes } = await loadReadablePost(tx, postId, userId);
    return { likes, liked: isLiked };
  });
}

/**
 * Shares a post, with a comment or plainly; sharing a share shares its original.
 *
 * @throws AppError NOT_FOUND, ALREADY_SHARED for a second plain share of the same post.
 */
export async function sharePost(
  em: EntityManager,
  userId: string,
  { postId, comment = '' }: { postId: string; comment?: string | undefined },
): Promise<PostView> {
  return transact(em, async (tx) => {
    const original = await loadOriginal(tx, postId, userId);
    if (comment === '' && (await tx.count(Post, { userId, sharedPostId: original.id, content: '' })) > 0)
      throw alreadyShared();
    const share = tx.create(Post, { userId, content: comment, sharedPostId: original.id });
    recordFact(tx, 'post-created', { postId: share.id, userId });
    try {
      await orPostGone(tx.flush());
    } catch (error) {
      throw error instanceof UniqueConstraintViolationException ? alreadyShared() : error;
    }
    await countShare(tx, original.id, 1);
    recordFact(tx, 'post-shared', { shareId: share.id, postId: original.id, userId });
    return loadPostView(tx, share.id, userId);
  });
}

async function loadOriginal(tx: EntityManager, postId: string, userId: string): Promise<Post> {
  const post = await loadReadablePost(tx, postId, userId);
  return post.sharedPostId ? loadReadablePost(tx, post.sharedPostId, userId) : post;
}

async function countShare(tx: EntityManager, postId: string, step: 1 | -1): Promise<void> {
  const [original] = await read<{ id: string; user_id: string }>(tx, COUNT_SHARE, [postId, step]);
  if (original) recordFact(tx, 'post-updated', { postId: original.id, userId: original.user_id });
}

/** A post that is deleted while another request writes to it fails that one by its foreign key. */
async function orPostGone<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const isGone =
      error instanceof ForeignKeyConstraintViolationException ||
      (error instanceof Error && 'code' in error && error.code === '23503');
    throw isGone ? notFound('This post') : error;
  }
}

function alreadyShared(): AppError {
  return new AppError('ALREADY_SHARED', 'You have already shared this post');
}
