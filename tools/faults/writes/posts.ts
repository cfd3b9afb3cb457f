import { commentEndpoints } from '#shared/api/comments.ts';
import { postEndpoints } from '#shared/api/posts.ts';
import { savedEndpoints } from '#shared/api/saved.ts';
import type { WriteOptions } from './client.ts';
import { pickFrom, tagOf, type Action, type KnownPost, type Writer } from './writer.ts';

/** A writer keeps this many posts and comments before it deletes one. */
const KEPT = 3;
const LATEST = 20;

async function createPost(writer: Writer): Promise<void> {
  const { client, own, shared, ledger } = writer;
  const content = tagOf(writer, 'post');
  const fileId = own.imageIds.pop();
  const view = await client.write(postEndpoints.createPost, { body: { content, ...(fileId && { fileId }) } });
  if (!view) return;
  const post = { id: view.id, ownerId: client.userId, isEnding: false };
  own.posts.push(post);
  shared.posts.push(post);
  ledger.claim('posts', post.id, [content, ...(fileId ? [fileId] : [])].join(' | '));
  ledger.claim('versions of posts', post.id, 0);
}

/** Writes to a class, whose learners alone see the post. */
async function createClassPost(writer: Writer): Promise<void> {
  const { client, own, shared, chance, ledger } = writer;
  const item = pickFrom(chance, shared.classes);
  if (!item) return;
  const content = tagOf(writer, 'class post');
  const audience = { type: 'course' as const, id: item.id };
  const view = await client.write(postEndpoints.createPost, { body: { content, audience } });
  if (!view) return;
  own.posts.push({ id: view.id, ownerId: client.userId, isEnding: false });
  ledger.claim('posts', view.id, content);
  ledger.claim('versions of posts', view.id, 0);
  ledger.claim('class posts', view.id, item.id);
}

async function editPost(writer: Writer): Promise<void> {
  const { client, own, chance, ledger } = writer;
  const post = pickFrom(chance, own.posts);
  if (!post) return;
  const content = tagOf(writer, 'edited post');
  const view = await client.write(postEndpoints.editPost, { params: { id: post.id }, body: { content } });
  if (!view) return;
  const image = view.imageUrl?.split('/').at(-1);
  ledger.claim('posts', post.id, [content, ...(image ? [image] : [])].join(' | '));
  ledger.count('versions of posts', post.id);
}

async function removePost({ client, own, shared, ledger }: Writer): Promise<void> {
  const post = own.posts.length > KEPT ? own.posts.shift() : undefined;
  if (!post) return;
  post.isEnding = true;
  if (shared.posts.includes(post)) shared.posts.splice(shared.posts.indexOf(post), 1);
  await client.write(postEndpoints.removePost, { params: { id: post.id } });
  ledger.claim('posts', post.id, null);
  ledger.claim('versions of posts', post.id, null);
  if (ledger.claims.get('class posts')?.has(post.id)) ledger.claim('class posts', post.id, null);
}

async function sharePost(writer: Writer): Promise<void> {
  const { client, own, ledger } = writer;
  const original = anyPost(writer);
  if (!original) return;
  const comment = tagOf(writer, 'share');
  const input = { params: { id: original.id }, body: { comment } };
  const view = await client.write(postEndpoints.sharePost, input, unlessEnding(original));
  if (!view) return;
  // It is not listed for others, so that a share always shares the post that the writer chose.
  own.posts.push({ id: view.id, ownerId: client.userId, isEnding: false });
  ledger.claim('posts', view.id, comment);
  ledger.claim('versions of posts', view.id, 0);
}

async function createComment(writer: Writer): Promise<void> {
  const { client, own, ledger } = writer;
  const post = anyPost(writer);
  if (!post) return;
  const content = tagOf(writer, 'comment');
  const view = await client.write(
    commentEndpoints.createComment,
    { body: { postId: post.id, content } },
    unlessEnding(post),
  );
  if (!view) return;
  own.comments.push({ id: view.id, post });
  ledger.claim('comments', view.id, { value: content, ofPost: post.id });
}

async function editComment(writer: Writer): Promise<void> {
  const { client, own, chance, ledger } = writer;
  const comment = pickFrom(chance, own.comments);
  if (!comment) return;
  const content = tagOf(writer, 'edited comment');
  const input = { params: { id: comment.id }, body: { content } };
  const view = await client.write(commentEndpoints.editComment, input, unlessEnding(comment.post));
  if (view) ledger.claim('comments', comment.id, { value: content, ofPost: comment.post.id });
}

async function removeComment({ client, own, ledger }: Writer): Promise<void> {
  const comment = own.comments.length > KEPT ? own.comments.shift() : undefined;
  if (!comment) return;
  await client.write(commentEndpoints.removeComment, { params: { id: comment.id } }, unlessEnding(comment.post));
  ledger.claim('comments', comment.id, null);
}

const setLike =
  (isLiked: boolean): Action =>
  async (writer) => {
    const { client, ledger } = writer;
    const post = anyPost(writer);
    if (!post) return;
    const endpoint = isLiked ? postEndpoints.likePost : postEndpoints.unlikePost;
    if (!(await client.write(endpoint, { params: { id: post.id } }, unlessEnding(post)))) return;
    ledger.claim('likes', `${post.id} ${client.userId}`, { value: isLiked ? 'liked' : null, ofPost: post.id });
  };

const setSaved =
  (isSaved: boolean): Action =>
  async (writer) => {
    const { client, ledger } = writer;
    const post = anyPost(writer);
    if (!post) return;
    const endpoint = isSaved ? savedEndpoints.saveItem : savedEndpoints.unsaveItem;
    const done = await client.write(endpoint, { params: { type: 'post', id: post.id } }, unlessEnding(post));
    if (done !== null)
      ledger.claim('saved posts', `${post.id} ${client.userId}`, { value: isSaved ? 'post' : null, ofPost: post.id });
  };

function anyPost({ shared, chance }: Writer): KnownPost | undefined {
  return pickFrom(chance, shared.posts.slice(-LATEST));
}

function unlessEnding(post: KnownPost): WriteOptions {
  return { allowed: () => (post.isEnding ? ['NOT_FOUND'] : []) };
}

/** Writes of posts. */
export const postActions: Record<string, Action> = {
  'create post': createPost,
  'create class post': createClassPost,
  'share post': sharePost,
  'edit post': editPost,
  'remove post': removePost,
};

/** Writes to the posts of all members. */
export const reactionActions: Record<string, Action> = {
  'create comment': createComment,
  'edit comment': editComment,
  'remove comment': removeComment,
  like: setLike(true),
  save: setSaved(true),
  unlike: setLike(false),
  unsave: setSaved(false),
};
