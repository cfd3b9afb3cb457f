import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildBlock, buildComment, buildPost, buildUser } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { User } from '../users/user.entity.ts';

let app: TestApp;
let owner: TestClient;
let writer: TestClient;
let stranger: TestClient;
let creator: TestClient;

beforeAll(async () => {
  app = await createTestApp();
  [owner, writer, stranger, creator] = [app.visitor(), app.visitor(), app.visitor(), app.visitor()];
  await owner.signUp('teacher');
  await writer.signUp('student');
  await stranger.signUp('institution');
  await creator.signUp('creator');
});
afterAll(() => app.close());

const idOf = (client: TestClient) => client.user?.id ?? '';
const newPost = async () => (await buildPost(app.em(), { userId: idOf(owner) })).id;
const newComment = async (postId: string) =>
  String((await writer.post('/api/comments', { body: { postId, content: 'Well said' } })).body['id']);
const countOf = async (postId: string) =>
  (
    await app.pool.query(
      'select comments, (select count(*)::int from comments where post_id = $1) as stored from posts where id = $1',
      [postId],
    )
  ).rows[0];

describe('comments', () => {
  it('are written, counted and read', async () => {
    const postId = await newPost();
    const response = await writer.post('/api/comments', { body: { postId, content: ' Hello ' } });
    expect(response.status).toBe(201);
    expect(response.body).toMatchObject({
      postId,
      content: 'Hello',
      editedAt: null,
      author: { id: idOf(writer) },
      viewer: { canEdit: true, canDelete: true },
    });
    expect(await countOf(postId)).toEqual({ comments: 1, stored: 1 });
    expect((await owner.get(`/api/comments?postId=${postId}`)).body).toMatchObject([
      { viewer: { canEdit: false, canDelete: true } },
    ]);
    expect((await stranger.get(`/api/comments?postId=${postId}`)).body).toMatchObject([
      { viewer: { canEdit: false, canDelete: false } },
    ]);
  });

  it('are listed oldest first, without gaps at equal times', async () => {
    const postId = await newPost();
    const createdAt = new Date('2026-01-01T00:00:00.000Z');
    for (let index = 0; index < 7; index += 1) {
      await buildComment(app.em(), {
        postId,
        userId: idOf(writer),
        content: `${index}`,
        createdAt: index < 5 ? createdAt : new Date(),
      });
    }
    const listed: string[] = [];
    let path: string | undefined = `/api/comments?postId=${postId}&limit=2`;
    while (path) {
      const response = await writer.get(path);
      listed.push(...(response.body as unknown as { content: string }[]).map((comment) => comment.content));
      path = /<(.+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    }
    expect(listed).toEqual(['0', '1', '2', '3', '4', '5', '6']);
  });

  it('are an empty list for a post without comments and 404 for an unknown post', async () => {
    expect((await writer.get(`/api/comments?postId=${await newPost()}`)).body).toEqual([]);
    expect((await writer.get('/api/comments?postId=01a1fc3c-0000-7000-8000-000000000000')).status).toBe(404);
  });

  it('are counted correctly when ten are created and deleted concurrently', async () => {
    const postId = await newPost();
    const made = await Promise.all(Array.from({ length: 10 }, () => newComment(postId)));
    expect(await countOf(postId)).toEqual({ comments: 10, stored: 10 });
    const gone = await Promise.all([...made, ...made].map((id) => writer.delete(`/api/comments/${id}`)));
    expect(gone.filter((response) => response.status === 204)).toHaveLength(10);
    expect(await countOf(postId)).toEqual({ comments: 0, stored: 0 });
  });

  it('of hidden or deactivated users are excluded', async () => {
    const postId = await newPost();
    const [hidden, gone] = [await buildUser(app.em()), await buildUser(app.em())];
    for (const { id } of [hidden, gone]) await buildComment(app.em(), { postId, userId: id });
    await buildBlock(app.em(), { blockerId: hidden.id, blockedId: idOf(stranger) });
    await app.em().nativeUpdate(User, { id: gone.id }, { deactivatedAt: new Date() });
    expect((await stranger.get(`/api/comments?postId=${postId}`)).body).toEqual([]);
    expect((await writer.get(`/api/comments?postId=${postId}`)).body).toHaveLength(1);
  });
});

describe('rights', () => {
  it('the writer can edit', async () => {
    const response = await writer.patch(`/api/comments/${await newComment(await newPost())}`, {
      body: { content: 'Better' },
    });
    expect(response.body).toMatchObject({ content: 'Better', editedAt: expect.any(String) });
  });
  it('the post’s owner cannot edit', async () => {
    const response = await owner.patch(`/api/comments/${await newComment(await newPost())}`, {
      body: { content: 'x' },
    });
    expect([response.status, response.body['code']]).toEqual([403, 'NOT_OWNER']);
  });
  it('the writer can delete', async () => {
    expect((await writer.delete(`/api/comments/${await newComment(await newPost())}`)).status).toBe(204);
  });
  it('the post’s owner can delete', async () => {
    expect((await owner.delete(`/api/comments/${await newComment(await newPost())}`)).status).toBe(204);
  });
  it('another member cannot delete', async () => {
    expect((await stranger.delete(`/api/comments/${await newComment(await newPost())}`)).status).toBe(403);
  });
  it('another member with a block with the post’s owner gets 404', async () => {
    const id = await newComment(await newPost());
    await buildBlock(app.em(), { blockerId: idOf(owner), blockedId: idOf(stranger) });
    expect((await stranger.delete(`/api/comments/${id}`)).status).toBe(404);
  });
  it('a creator outside of their own classes gets 404', async () => {
    expect((await creator.post('/api/comments', { body: { postId: await newPost(), content: 'x' } })).status).toBe(404);
  });
});
