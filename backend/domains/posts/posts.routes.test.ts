import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildBlock,
  buildCourse,
  buildEnrollment,
  buildEvent,
  buildFile,
  buildPost,
  buildUser,
} from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { User } from '../users/user.entity.ts';

let app: TestApp;
let teacher: TestClient;
let student: TestClient;
let creator: TestClient;

beforeAll(async () => {
  app = await createTestApp();
  [teacher, student, creator] = [app.visitor(), app.visitor(), app.visitor()];
  await teacher.signUp('teacher');
  await student.signUp('student');
  await creator.signUp('creator');
});
afterAll(() => app.close());

const idOf = (client: TestClient) => client.user?.id ?? '';
const postBy = async (client: TestClient, content = 'A thought') =>
  String((await client.post('/api/posts', { body: { content } })).body['id']);

describe('writing posts', () => {
  it('returns 201 with the view', async () => {
    const response = await teacher.post('/api/posts', { body: { content: '  Hello  ' } });
    expect(response.status).toBe(201);
    expect(response.body).toMatchObject({
      userId: idOf(teacher),
      content: 'Hello',
      imageUrl: null,
      likes: 0,
      comments: 0,
      shares: 0,
      editedAt: null,
      shared: null,
      author: { id: idOf(teacher), role: 'teacher' },
      viewer: { liked: false, saved: false, canEdit: true, canDelete: true, why: 'own' },
    });
    expect(response.body['author']).not.toHaveProperty('email');
  });

  it('has an attached event that is visible to its author, until it is deleted', async () => {
    const event = await buildEvent(app.em(), { userId: idOf(student) });
    const attach = { type: 'event', id: event.id };
    const { status, body } = await teacher.post('/api/posts', { body: { content: 'Come along', attach } });
    expect({ status, attached: body['attached'] }).toEqual({ status: 201, attached: attach });
    expect((await student.get(`/api/posts/${String(body['id'])}`)).body).toMatchObject({ attached: attach });
    await app.em().execute('delete from events where id = ?', [event.id]);
    expect((await student.get(`/api/posts/${String(body['id'])}`)).body).toMatchObject({
      content: 'Come along',
      attached: null,
    });

    const cancelled = await buildEvent(app.em(), { userId: idOf(teacher), state: 'cancelled' });
    expect(
      (await teacher.post('/api/posts', { body: { content: 'x', attach: { type: 'event', id: cancelled.id } } }))
        .status,
    ).toBe(404);
    const hidden = await buildEvent(app.em());
    await buildBlock(app.em(), { blockerId: hidden.userId, blockedId: idOf(teacher) });
    expect(
      (await teacher.post('/api/posts', { body: { content: 'x', attach: { type: 'event', id: hidden.id } } })).status,
    ).toBe(404);
    expect(
      (await teacher.post('/api/posts', { body: { content: 'x', attach: { type: 'person', id: hidden.id } } })).status,
    ).toBe(400);
  });

  it('has an attached item that is published and visible to its author, until it is deleted', async () => {
    const course = await buildCourse(app.em(), { userId: idOf(student) });
    const attaching = (id: string) =>
      teacher.post('/api/posts', { body: { content: 'Worth a look', attach: { type: 'course', id } } });
    const { status, body } = await attaching(course.id);
    const attached = { type: 'course', id: course.id };
    expect({ status, attached: body['attached'] }).toEqual({ status: 201, attached });
    expect((await student.get(`/api/posts/${String(body['id'])}`)).body).toMatchObject({ attached });
    await app.em().execute('delete from courses where id = ?', [course.id]);
    expect((await student.get(`/api/posts/${String(body['id'])}`)).body).toMatchObject({ attached: null });

    const draft = await buildCourse(app.em(), { userId: idOf(teacher), status: 'draft' });
    const archived = await buildCourse(app.em(), { userId: idOf(student), status: 'archived' });
    await buildEnrollment(app.em(), { courseId: archived.id, userId: idOf(teacher) });
    const hidden = await buildCourse(app.em());
    await buildBlock(app.em(), { blockerId: String(hidden.userId), blockedId: idOf(teacher) });
    for (const { id } of [draft, archived, hidden]) expect((await attaching(id)).status).toBe(404);
    const event = await buildEvent(app.em(), { userId: idOf(student) });
    expect((await attaching(event.id)).status).toBe(404);
  });

  it('accepts an own image by id and by address', async () => {
    const file = await buildFile(app.em(), { ownerId: idOf(teacher) });
    const byId = await teacher.post('/api/posts', { body: { content: 'x', fileId: file.id, imageAlt: 'A tree' } });
    const byUrl = await teacher.post('/api/posts', { body: { content: 'x', imageUrl: `/api/files/${file.id}` } });
    expect(byId.body).toMatchObject({ imageUrl: `/api/files/${file.id}`, imageAlt: 'A tree' });
    expect(byUrl.body).toMatchObject({ imageUrl: `/api/files/${file.id}`, imageAlt: null });
  });

  it("refuses another's file, a foreign address and unknown fields", async () => {
    const file = await buildFile(app.em(), { ownerId: idOf(student) });
    expect((await teacher.post('/api/posts', { body: { content: 'x', fileId: file.id } })).status).toBe(404);
    expect(
      (await teacher.post('/api/posts', { body: { content: 'x', imageUrl: 'https://evil.example/x.png' } })).status,
    ).toBe(400);
    expect(
      (await teacher.post('/api/posts', { body: { content: 'x', imageUrl: `/api/files/${'-'.repeat(36)}` } })).status,
    ).toBe(400);
    expect((await teacher.post('/api/posts', { body: { content: 'x', likes: 99 } })).status).toBe(400);
  });

  it('rejects text that cannot be stored as a bad request, not as an outage', async () => {
    expect((await teacher.post('/api/posts', { body: { content: 'a\u0000b' } })).status).toBe(400);
    expect((await teacher.patch(`/api/posts/${await postBy(teacher)}`, { body: { content: '\u0000' } })).status).toBe(
      400,
    );
  });

  it('edits a post and stores the time', async () => {
    const id = await postBy(teacher);
    const response = await teacher.patch(`/api/posts/${id}`, { body: { content: 'Better' } });
    expect(response.body).toMatchObject({ content: 'Better' });
    expect(response.body['editedAt']).toEqual(expect.any(String));
  });

  it('creates one post for a repeated request', async () => {
    const body = { content: 'Only once' };
    const first = await teacher.post('/api/posts', { body, key: 'once-1' });
    const second = await teacher.post('/api/posts', { body, key: 'once-1' });
    expect(second.body['id']).toBe(first.body['id']);
    expect((await app.pool.query("select 1 from posts where content = 'Only once'")).rowCount).toBe(1);
  });
});

describe('rights', () => {
  it('a creator is rejected', async () => {
    expect((await creator.get('/api/posts')).body).toMatchObject({ code: 'ROLE_FORBIDDEN' });
  });
  it('another member can read', async () => {
    expect((await student.get(`/api/posts/${await postBy(teacher)}`)).body['viewer']).toMatchObject({
      canEdit: false,
      canDelete: false,
    });
  });
  it('another member cannot edit', async () => {
    const response = await student.patch(`/api/posts/${await postBy(teacher)}`, { body: { content: 'x' } });
    expect([response.status, response.body['code']]).toEqual([403, 'NOT_OWNER']);
  });
  it('another member cannot delete', async () => {
    const response = await student.delete(`/api/posts/${await postBy(teacher)}`);
    expect([response.status, response.body['code']]).toEqual([403, 'NOT_OWNER']);
  });
  it('the author can delete', async () => {
    const id = await postBy(teacher);
    expect((await teacher.delete(`/api/posts/${id}`)).status).toBe(204);
    expect((await teacher.get(`/api/posts/${id}`)).status).toBe(404);
  });
  it('a post of a deactivated author is hidden from everyone', async () => {
    const author = await buildUser(app.em());
    const post = await buildPost(app.em(), { userId: author.id });
    await app.em().nativeUpdate(User, { id: author.id }, { deactivatedAt: new Date() });
    expect((await student.get(`/api/posts/${post.id}`)).status).toBe(404);
    expect((await student.put(`/api/posts/${post.id}/like`)).status).toBe(404);
  });
});

describe('blocks', () => {
  it.each(['blocker', 'blocked'] as const)('hide a post from the %s in every way', async (side) => {
    const author = await buildUser(app.em());
    const post = await buildPost(app.em(), { userId: author.id });
    const [blockerId, blockedId] = side === 'blocker' ? [idOf(student), author.id] : [author.id, idOf(student)];
    await buildBlock(app.em(), { blockerId, blockedId });
    const statuses = await Promise.all([
      student.get(`/api/posts/${post.id}`),
      student.patch(`/api/posts/${post.id}`, { body: { content: 'x' } }),
      student.delete(`/api/posts/${post.id}`),
      student.put(`/api/posts/${post.id}/like`),
      student.get(`/api/posts/${post.id}/likes`),
      student.post(`/api/posts/${post.id}/share`, { body: {} }),
      student.put(`/api/saved/post/${post.id}`),
      student.get(`/api/comments?postId=${post.id}`),
    ]);
    expect(statuses.map((response) => response.status)).toEqual(Array(8).fill(404));
    expect((await student.get(`/api/posts?authorId=${author.id}`)).body).toEqual([]);
  });
});

describe('likes', () => {
  it('are set once and removed once', async () => {
    const id = await postBy(teacher);
    expect((await student.put(`/api/posts/${id}/like`)).body).toEqual({ likes: 1, liked: true });
    expect((await student.put(`/api/posts/${id}/like`)).body).toEqual({ likes: 1, liked: true });
    expect((await student.get(`/api/posts/${id}`)).body['viewer']).toMatchObject({ liked: true });
    expect((await student.get(`/api/posts/${id}/likes`)).body).toMatchObject([{ id: idOf(student) }]);
    expect((await student.delete(`/api/posts/${id}/like`)).body).toEqual({ likes: 0, liked: false });
    expect((await student.delete(`/api/posts/${id}/like`)).body).toEqual({ likes: 0, liked: false });
  });

  it('are counted correctly when twenty are concurrent', async () => {
    const id = await postBy(teacher);
    const people = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const person = app.visitor();
        await person.signUp('student');
        await person.token();
        return person;
      }),
    );
    const responses = await Promise.all(
      people.flatMap((person) => Array.from({ length: 5 }, () => person.put(`/api/posts/${id}/like`))),
    );
    expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]));
    const { rows } = await app.pool.query(
      'select likes, (select count(*)::int from post_likes where post_id = id) as stored from posts where id = $1',
      [id],
    );
    expect(rows).toEqual([{ likes: 4, stored: 4 }]);
  });
});

describe('shares', () => {
  it('are counted down once by concurrent deletions', async () => {
    const postId = await postBy(teacher);
    const share = async () =>
      String((await student.post(`/api/posts/${postId}/share`, { body: { comment: 'Read this' } })).body['id']);
    const [gone] = [await share(), await share()];
    const responses = await Promise.all(Array.from({ length: 6 }, () => student.delete(`/api/posts/${gone}`)));
    expect(responses.map((response) => response.status).sort()).toEqual([204, 404, 404, 404, 404, 404]);
    expect((await teacher.get(`/api/posts/${postId}`)).body['shares']).toBe(1);
  });

  it('show the original and count', async () => {
    const id = await postBy(teacher, 'The original');
    const share = await student.post(`/api/posts/${id}/share`, { body: { comment: 'Read this' } });
    expect(share.status).toBe(201);
    expect(share.body).toMatchObject({
      content: 'Read this',
      sharedPostId: id,
      shared: { id, content: 'The original', author: { id: idOf(teacher) } },
    });
    expect((await student.get(`/api/posts/${id}`)).body['shares']).toBe(1);
  });
  it('are plain only once', async () => {
    const id = await postBy(teacher);
    expect((await student.post(`/api/posts/${id}/share`, { body: {} })).status).toBe(201);
    const again = await student.post(`/api/posts/${id}/share`, { body: {} });
    expect([again.status, again.body['code']]).toEqual([409, 'ALREADY_SHARED']);
    expect((await student.get(`/api/posts/${id}`)).body['shares']).toBe(1);
  });
  it('are plain once of two concurrent ones', async () => {
    const id = await postBy(teacher);
    const both = await Promise.all([1, 2].map(() => student.post(`/api/posts/${id}/share`, { body: {} })));
    expect(both.map((response) => response.status).sort()).toEqual([201, 409]);
    expect((await student.get(`/api/posts/${id}`)).body['shares']).toBe(1);
  });
  it('of a share refer to the original', async () => {
    const id = await postBy(teacher);
    const first = await student.post(`/api/posts/${id}/share`, { body: { comment: 'one' } });
    const second = await teacher.post(`/api/posts/${String(first.body['id'])}/share`, { body: { comment: 'two' } });
    expect(second.body['sharedPostId']).toBe(id);
  });
  it('are shown without a hidden original', async () => {
    const author = await buildUser(app.em());
    const post = await buildPost(app.em(), { userId: author.id });
    const share = await student.post(`/api/posts/${post.id}/share`, { body: { comment: 'look' } });
    await buildBlock(app.em(), { blockerId: author.id, blockedId: idOf(teacher) });
    expect((await teacher.get(`/api/posts/${String(share.body['id'])}`)).body).toMatchObject({
      content: 'look',
      shared: null,
    });
    expect((await teacher.post(`/api/posts/${String(share.body['id'])}/share`, { body: {} })).status).toBe(404);
  });
  it('are deleted with the original when plain, but not with a comment', async () => {
    const id = await postBy(teacher);
    const plain = await student.post(`/api/posts/${id}/share`, { body: {} });
    const commented = await student.post(`/api/posts/${id}/share`, { body: { comment: 'mine' } });
    await teacher.delete(`/api/posts/${id}`);
    expect((await student.get(`/api/posts/${String(plain.body['id'])}`)).status).toBe(404);
    expect((await student.get(`/api/posts/${String(commented.body['id'])}`)).body).toMatchObject({
      shared: null,
      sharedPostId: null,
    });
  });
  it('decrement the count when deleted', async () => {
    const id = await postBy(teacher);
    const share = await student.post(`/api/posts/${id}/share`, { body: {} });
    await student.delete(`/api/posts/${String(share.body['id'])}`);
    expect((await student.get(`/api/posts/${id}`)).body['shares']).toBe(0);
  });
});

describe('ids', () => {
  it('with an invalid or unknown id are 404', async () => {
    for (const id of ['nonsense', uuidv7()]) expect((await student.get(`/api/posts/${id}`)).status).toBe(404);
  });
});
