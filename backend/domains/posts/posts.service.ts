import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { databaseNow } from '../../db/clock.ts';
import { forgetItems } from '../saved/saved.service.ts';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { PoolClient } from 'pg';
import type { Attached, CreatePostInput, PostView } from '#shared/api/posts.ts';
import { POST_LIMITS } from '#shared/limits.ts';
import type { Mention } from '#shared/mentions.ts';
import { read, type Reader } from '../../db/read.ts';
import { publishDomainEvent } from '../../domain-events.ts';
import { LOCKED, transact } from '../../db/transact.ts';
import { AppError, notFound } from '../../http/app-error.ts';
import { refuseStale, versionOf } from '../../http/text-version.ts';
import { lockOwnCourse } from '../courses/course.access.ts';
import { loadCourseRow } from '../courses/course.view.ts';
import { loadEventRow } from '../events/event.view.ts';
import { loadOwnFile } from '../files/file.access.ts';
import { loadMentions, newlyMentioned } from '../audiences/mention.view.ts';
import { HIDDEN_FROM_VIEWER } from '../visibility/visibility.access.ts';
import type { Identity } from '../../http/identity.ts';
import { toAudienceColumns } from '../audiences/audience.access.ts';
import { loadOwnPost, loadReadablePost, loadRemovablePost, orPostGone, readablePost } from './post.access.ts';
import { PostEdit } from './post-edit.entity.ts';
import { Post } from './post.entity.ts';
import { loadPostViews } from './post.view.ts';

/** Returns no row when the post is not readable, and `changed`, the new count, when the like was new. */
const LIKE = {
  name: 'post-like',
  text: `with seen as (${readablePost('p.id, p.user_id, p.likes')}), made as (
      insert into post_likes (post_id, user_id, created_at) select id, $1, now() from seen on conflict do nothing
        returning post_id
    ), counted as (update posts set likes = posts.likes + 1 from made where posts.id = made.post_id
      returning posts.likes)
    select seen.user_id, seen.likes, (select likes from counted) as changed from seen`,
};
const UNLIKE = {
  name: 'post-unlike',
  text: `with seen as (${readablePost('p.id, p.user_id, p.likes')}), gone as (
      delete from post_likes where post_id in (select id from seen) and user_id = $1 returning post_id
    ), counted as (update posts set likes = posts.likes - 1 from gone where posts.id = gone.post_id
      returning posts.likes)
    select seen.user_id, seen.likes, (select likes from counted) as changed from seen`,
};
const COUNT_SHARE = {
  name: 'post-count-share',
  text: 'update posts set shares = shares + $2 where id = $1 returning id',
};
const REMOVE_PLAIN_SHARES = {
  name: 'post-remove-plain-shares',
  text: `delete from posts where shared_post_id = $1 and content = '' returning id, user_id`,
};

/** Loads the view of one post. @throws AppError NOT_FOUND when it is gone or hidden from the viewer. */
export async function loadPostView(reader: Reader, postId: string, viewerId: string): Promise<PostView> {
  const [view] = await loadPostViews(reader, [postId], viewerId);
  if (!view) throw notFound('This post');
  return view;
}

/**
 * Publishes a post. @throws AppError NOT_FOUND when its image is not the author's upload for a post, or its attachment
 * is not visible to the author, a cancelled event or an item that is not published; as toAudienceColumns; COOLDOWN for
 * a second announcement within a day.
 */
export async function createPost(
  em: EntityManager,
  author: Pick<Identity, 'id' | 'role'>,
  input: CreatePostInput,
): Promise<PostView> {
  const { id: userId } = author;
  return transact(em, async (tx) => {
    const fileId = input.fileId ?? input.imageUrl?.slice('/api/files/'.length) ?? null;
    const file = fileId === null ? null : await loadOwnFile(tx, fileId, { ownerId: userId, purpose: 'post-image' });
    if (input.attach) await checkAttached(tx, userId, input.attach);
    const mentions = await loadMentions(tx, { authorId: userId }, input.content);
    const { isAnnouncement = false } = input;
    const right = isAnnouncement ? 'lead' : 'write';
    const audience = await toAudienceColumns(tx, author, { input: input.audience, right });
    if (isAnnouncement && audience.courseId !== null) await checkAnnouncement(tx, userId, audience.courseId);
    const post = tx.create(Post, {
      ...audience,
      isAnnouncement,
      userId,
      content: input.content,
      mentions,
      attachedEventId: input.attach?.type === 'event' ? input.attach.id : null,
      attachedCourseId: input.attach?.type === 'course' ? input.attach.id : null,
      imageFileId: file?.id ?? null,
      imageUrl: file ? `/api/files/${file.id}` : null,
      imageAlt: file ? input.imageAlt || null : null,
      isQuestion: input.isQuestion ?? false,
    });
    publishDomainEvent(tx, 'post-created', { postId: post.id, userId });
    if (isAnnouncement) publishDomainEvent(tx, 'post-announced', { postId: post.id, userId });
    publishMentions(tx, post);
    await tx.flush();
    return loadPostView(tx, post.id, userId);
  });
}

/**
 * Edits an own post and stores the previous version and the time; `countMentions` runs when the edit mentions another
 * member, and refuses the edit by throwing.
 *
 * @throws AppError NOT_FOUND, NOT_OWNER, STALE.
 */
export async function editPost(
  em: EntityManager,
  userId: string,
  edit: {
    postId: string;
    content?: string | undefined;
    imageAlt?: string | undefined;
    version: string | undefined;
    countMentions?: () => Promise<void>;
  },
): Promise<PostView> {
  return transact(em, async (tx) => {
    await loadOwnPost(tx, edit.postId, userId);
    const post = await tx.findOne(Post, { id: edit.postId }, { ...LOCKED, refresh: true });
    if (!post) throw notFound('This post');
    refuseStale(edit.version, versionOf(post));
    tx.create(PostEdit, {
      postId: post.id,
      content: post.content,
      imageAlt: post.imageAlt ?? null,
      createdAt: post.editedAt ?? post.createdAt,
    });
    if (edit.content !== undefined) {
      const before = post.mentions ?? [];
      post.content = edit.content;
      post.mentions = await loadMentions(tx, { authorId: userId, before }, edit.content);
      if (publishMentions(tx, post, before)) await edit.countMentions?.();
    }
    if (edit.imageAlt !== undefined && post.imageUrl !== null) post.imageAlt = edit.imageAlt || null;
    post.editedAt = databaseNow();
    publishDomainEvent(tx, 'post-updated', { postId: post.id, userId });
    await tx.flush();
    return loadPostView(tx, post.id, userId);
  });
}

/** Deletes an own post with its comments, likes and plain shares. @throws AppError NOT_FOUND, NOT_OWNER. */
export async function removePost(em: EntityManager, userId: string, postId: string): Promise<void> {
  await transact(em, async (tx) => deletePost(tx, await loadRemovablePost(tx, postId, userId)));
}

/** Deletes any post as {@link removePost} does, for an operator; returns false when it is already gone. */
export async function takeDownPost(em: EntityManager, postId: string): Promise<boolean> {
  return transact(em, async (tx) => {
    const post = await tx.findOne(Post, { id: postId });
    if (post) await deletePost(tx, post);
    return post !== null;
  });
}

async function deletePost(tx: EntityManager, post: Post): Promise<void> {
  const { id: postId, userId, sharedPostId, audience } = post;
  const audienceId = post.courseId ?? post.institutionId ?? null;
  const shares = await read<{ id: string; user_id: string }>(tx, REMOVE_PLAIN_SHARES, [postId]);
  // Of two simultaneous deletions, only the one that deleted the row corrects the counters.
  const removed = await tx.nativeDelete(Post, { id: postId });
  if (removed === 0) throw notFound('This post');
  if (sharedPostId) await countShare(tx, sharedPostId, -1);
  await forgetItems(tx, 'post', [postId, ...shares.map((share) => share.id)]);
  publishDomainEvent(tx, 'post-deleted', { postId, userId, ...(audience !== 'everyone' && { audience, audienceId }) });
  for (const share of shares) publishDomainEvent(tx, 'post-deleted', { postId: share.id, userId: share.user_id });
}

/**
 * Sets or removes a like in the running transaction and returns the count; a repeat changes nothing.
 *
 * @throws AppError NOT_FOUND.
 */
export async function setLike(
  tx: EntityManager | PoolClient,
  userId: string,
  { postId, isLiked }: { postId: string; isLiked: boolean },
): Promise<{ likes: number; liked: boolean }> {
  type Row = { user_id: string; likes: number; changed: number | null };
  const [post] = await orPostGone(read<Row>(tx, isLiked ? LIKE : UNLIKE, [userId, postId]));
  if (!post) throw notFound('This post');
  if (post.changed === null) return { likes: post.likes, liked: isLiked };
  publishDomainEvent(tx, 'post-counted', { postId });
  if (isLiked) publishDomainEvent(tx, 'post-liked', { postId, userId, authorId: post.user_id });
  else publishDomainEvent(tx, 'post-unliked', { postId, userId });
  return { likes: post.changed, liked: isLiked };
}

/**
 * Shares a post, with a comment or plainly; sharing a share shares its original.
 *
 * @throws AppError NOT_FOUND, NOT_ALLOWED for a post that not everyone can see, ALREADY_SHARED for a second plain share
 *   of the same post.
 */
export async function sharePost(
  em: EntityManager,
  userId: string,
  { postId, comment = '' }: { postId: string; comment?: string | undefined },
): Promise<PostView> {
  return transact(em, async (tx) => {
    const original = await loadOriginal(tx, postId, userId);
    if (original.audience !== 'everyone')
      throw new AppError('NOT_ALLOWED', 'This post cannot be shared because not everyone can see it');
    if (comment === '' && (await tx.count(Post, { userId, sharedPostId: original.id, content: '' })) > 0)
      throw alreadyShared();
    const mentions = await loadMentions(tx, { authorId: userId }, comment);
    const share = tx.create(Post, { userId, content: comment, mentions, sharedPostId: original.id });
    publishDomainEvent(tx, 'post-created', { postId: share.id, userId });
    publishMentions(tx, share);
    try {
      await orPostGone(tx.flush());
    } catch (error) {
      throw error instanceof UniqueConstraintViolationException ? alreadyShared() : error;
    }
    await countShare(tx, original.id, 1);
    publishDomainEvent(tx, 'post-shared', { shareId: share.id, postId: original.id, userId });
    return loadPostView(tx, share.id, userId);
  });
}

/** Counts the pinned posts of a class ($2) that its author ($1) sees, who can unpin no others. */
const PINNED = {
  name: 'posts-pinned',
  text: `select count(*)::int as count from posts p join users u on u.id = p.user_id and u.deactivated_at is null
    where p.course_id = $2 and p.pinned_at is not null and p.user_id not in (${HIDDEN_FROM_VIEWER})`,
};

/**
 * Pins a post to the top of its class, or unpins it, for the author of the item; a repeat changes nothing.
 *
 * @throws AppError NOT_FOUND, NOT_OWNER for another author's class, NOT_ALLOWED for a post without a class, WRONG_STATE
 *   when the class has too many pinned posts.
 */
export async function setPinned(
  em: EntityManager,
  userId: string,
  { postId, isPinned }: { postId: string; isPinned: boolean },
): Promise<PostView> {
  return transact(em, async (tx) => {
    const { courseId = null } = await loadReadablePost(tx, postId, userId);
    if (courseId === null) throw new AppError('NOT_ALLOWED', 'Only posts of a class can be pinned');
    await lockOwnCourse(tx, courseId, userId);
    const post = await tx.findOne(Post, { id: postId }, { refresh: true });
    if (!post) throw notFound('This post');
    if (isPinned !== (post.pinnedAt !== null)) {
      const [pinned] = await read<{ count: number }>(tx, PINNED, [userId, courseId]);
      if (isPinned && (pinned?.count ?? 0) >= POST_LIMITS.pinnedItems)
        throw new AppError('WRONG_STATE', `You have pinned ${POST_LIMITS.pinnedItems} posts. Unpin one of them first.`);
      post.pinnedAt = isPinned ? databaseNow() : null;
      publishDomainEvent(tx, 'post-updated', { postId, userId: post.userId });
      await tx.flush();
    }
    return loadPostView(tx, postId, userId);
  });
}

async function checkAttached(tx: EntityManager, userId: string, { type, id }: Attached): Promise<void> {
  if (type === 'event') {
    const event = await loadEventRow(tx, id, userId);
    if (!event || event.state === 'cancelled') throw notFound('This event');
  } else {
    const course = await loadCourseRow(tx, id, userId);
    if (course?.status !== 'published') throw notFound('This item');
  }
}

/** Publishes whom a post mentions and did not before; returns whether there is anyone. */
function publishMentions(tx: EntityManager, post: Post, before: readonly Mention[] = []): boolean {
  const { id: postId, userId } = post;
  const userIds = newlyMentioned(userId, post.mentions ?? [], before);
  if (userIds.length > 0) publishDomainEvent(tx, 'post-mentions-added', { postId, userId, userIds });
  return userIds.length > 0;
}

async function loadOriginal(tx: EntityManager, postId: string, userId: string): Promise<Post> {
  const post = await loadReadablePost(tx, postId, userId);
  return post.sharedPostId ? loadReadablePost(tx, post.sharedPostId, userId) : post;
}

async function countShare(tx: EntityManager, postId: string, step: 1 | -1): Promise<void> {
  const [original] = await read<{ id: string }>(tx, COUNT_SHARE, [postId, step]);
  if (original) publishDomainEvent(tx, 'post-counted', { postId: original.id });
}

const LAST_ANNOUNCEMENT = {
  name: 'post-last-announcement',
  text: `select p.id from posts p where p.course_id = $1 and p.is_announcement
    and p.created_at > now() - $2 * interval '1 millisecond' limit 1`,
};

/** The lock of the item makes the second of two simultaneous announcements find the first. */
async function checkAnnouncement(tx: EntityManager, userId: string, courseId: string): Promise<void> {
  await lockOwnCourse(tx, courseId, userId);
  const [last] = await read<{ id: string }>(tx, LAST_ANNOUNCEMENT, [courseId, POST_LIMITS.announcementEveryMs]);
  if (last) throw new AppError('COOLDOWN', 'You have already written an announcement within the last 24 hours');
}

function alreadyShared(): AppError {
  return new AppError('ALREADY_SHARED', 'You have already shared this post');
}
