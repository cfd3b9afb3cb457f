import { createHash } from 'node:crypto';
import { MINUTE_MS } from '#shared/time.ts';
import { Comment } from '../../domains/comments/comment.entity.ts';
import { StoredFile } from '../../domains/files/file.entity.ts';
import { PostLike } from '../../domains/posts/post-like.entity.ts';
import { Post } from '../../domains/posts/post.entity.ts';
import { ago, agoAtDaytime, found, idsByTitle, seededRandom, storeBytes, type SeedContext } from './context.ts';
import { people } from './people.ts';
import { drawImage, type ImageName } from './images.ts';
import { institutionPosts, seedShares } from './posts-institutions.ts';
import { studentPosts, type SeedPost } from './posts-students.ts';
import { teacherPosts } from './posts-teachers.ts';

const posts: readonly SeedPost[] = [...studentPosts, ...teacherPosts, ...institutionPosts];

/** How long after a post its last comment was written at most. */
const COMMENTED_WITHIN_HOURS = 7;

/**
 * Inserts posts with images, attached items, comments, likes and reposts. The counters of a post are the numbers of
 * these rows.
 */
export async function seedPosts(context: SeedContext): Promise<void> {
  const [images, items] = await Promise.all([drawImages(), idsByTitle(context.em, 'courses')]);
  const datedPosts = posts.map((post) => ({ post, ...agoAtDaytime(context.now, post.hoursAgo) }));
  const files = datedPosts.flatMap(({ post, createdAt }) => {
    const image = post.image && images.get(post.image);
    return image ? [{ ...image, post, id: ago(createdAt.getTime(), 0.01).id, createdAt }] : [];
  });
  await Promise.all(files.map((file) => storeBytes(context.dataDir, file.id, file.bytes)));

  const comments = datedPosts.flatMap(({ post, id }) => commentRows(context, { post, postId: id }));
  const shares = shareRows(context, datedPosts);
  const likes = likeRows(context, [...datedPosts, ...shares]);
  const countOf = (rows: readonly { postId: string }[], postId: string) =>
    rows.filter((row) => row.postId === postId).length;

  await context.em.insertMany(
    StoredFile,
    files.map((file) => fileRow(context, file)),
  );
  await context.em.insertMany(
    Post,
    datedPosts.map(({ post, id, createdAt }) => {
      const file = files.find((candidate) => candidate.post === post);
      return {
        id,
        userId: context.idOf(post.by),
        content: post.text,
        imageFileId: file?.id ?? null,
        imageUrl: file ? `/api/files/${file.id}` : null,
        imageAlt: file?.alt ?? null,
        sharedPostId: null,
        attachedCourseId: post.item === undefined ? null : found(items.get(post.item), post.item),
        likes: countOf(likes, id),
        comments: countOf(comments, id),
        shares: shares.filter((share) => share.sharedPostId === id).length,
        createdAt,
      };
    }),
  );
  await context.em.insertMany(
    Post,
    shares.map((share) => ({ ...share, likes: countOf(likes, share.id), comments: 0, shares: 0 })),
  );
  await context.em.insertMany(Comment, comments);
  await context.em.insertMany(PostLike, likes);
}

type Drawing = Awaited<ReturnType<typeof drawImage>>;

async function drawImages(): Promise<Map<ImageName, Drawing>> {
  const names = [...new Set(posts.flatMap((post) => post.image ?? []))];
  return new Map(await Promise.all(names.map(async (name) => [name, await drawImage(name)] as const)));
}

function fileRow(context: SeedContext, file: Drawing & { id: string; post: SeedPost; createdAt: Date }) {
  return {
    id: file.id,
    ownerId: context.idOf(file.post.by),
    purpose: 'post-image' as const,
    sha256: createHash('sha256').update(file.bytes).digest('hex'),
    mime: 'image/webp',
    name: `${file.post.image}.webp`,
    sizeBytes: file.bytes.length,
    width: file.width,
    height: file.height,
    state: 'ready',
    createdAt: file.createdAt,
  };
}

function commentRows(context: SeedContext, { post, postId }: { post: SeedPost; postId: string }) {
  const replies = post.replies ?? [];
  const spanHours = Math.min(post.hoursAgo, COMMENTED_WITHIN_HOURS);
  return replies.map(([by, content], i) => {
    const hoursAgo = post.hoursAgo - (spanHours * (i + 1)) / (replies.length + 1);
    return { ...agoAtDaytime(context.now, hoursAgo), postId, userId: context.idOf(by), content };
  });
}

function shareRows(context: SeedContext, datedPosts: readonly { post: SeedPost; id: string }[]) {
  return seedShares.map((share) => {
    const original = datedPosts.find(({ post }) => post.by === share.of.by && post.hoursAgo === share.of.hoursAgo);
    return {
      ...agoAtDaytime(context.now, share.hoursAgo - 0.5),
      userId: context.idOf(share.by),
      content: share.text ?? '',
      sharedPostId: found(original, `the post of ${share.of.by}`).id,
    };
  });
}

function likeRows(context: SeedContext, rows: readonly { id: string; createdAt: Date }[]) {
  const random = seededRandom(2026);
  const readers = people.filter((person) => person.role !== 'creator').map((person) => context.idOf(person.username));
  return rows.flatMap(({ id, createdAt }) => {
    const likeShare = 0.1 + random() * 0.5;
    return readers
      .filter(() => random() < likeShare)
      .map((userId) => ({
        postId: id,
        userId,
        createdAt: new Date(
          createdAt.getTime() + Math.floor(random() * Math.min(context.now - createdAt.getTime(), 900 * MINUTE_MS)),
        ),
      }));
  });
}
