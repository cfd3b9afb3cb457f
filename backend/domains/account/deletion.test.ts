import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { accountErasers } from '../../account-data.ts';
import { DAY_MS } from '#shared/time.ts';
import { createExportStore } from '../../gateways/export-store.ts';
import { createFileStore } from '../../gateways/file-store.ts';
import {
  buildComment,
  buildConnection,
  buildCourse,
  buildCourseFile,
  buildEnrollment,
  buildLesson,
  buildLike,
  buildMessage,
  buildPost,
  buildReview,
  buildSavedPost,
  buildUser,
} from '../../testing/builders.ts';
import { readEmails } from '../../testing/emails.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { deleteDueAccounts } from './deletion.service.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const leave = (client: TestClient, password = client.password) => client.delete('/api/account', { body: { password } });
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
const deps = () => ({
  forkEm: app.em,
  files: createFileStore(`${app.dataDir}/files`),
  archives: createExportStore(`${app.dataDir}/exports`),
  erasers: accountErasers,
});
const signIn = async (client: TestClient, name: string) => {
  const response = await client.post('/api/login', { body: { username: name, password: client.password } });
  client.forgetToken();
  return response;
};
const rows = async (sql: string, values: unknown[] = []) =>
  (await app.pool.query(sql, values)).rows as Record<string, unknown>[];

describe('an account that is to be deleted', () => {
  it('is hidden, its sessions end, and its owner is notified', async () => {
    const [client, other] = [app.visitor(), app.visitor()];
    const user = await client.signUp('student');
    await other.signUp('student');
    const post = await buildPost(app.em(), { userId: user.id });
    expect((await leave(client, 'not my password')).status).toBe(400);
    const response = await leave(client);
    expect(response.status).toBe(202);
    expect(Math.round((Date.parse(String(response.body['deletedAfter'])) - Date.now()) / DAY_MS)).toBe(14);
    expect((await client.get('/api/user')).status).toBe(401);
    expect((await other.get(`/api/users/${user.id}`)).status).toBe(404);
    expect((await other.get(`/api/posts/${post.id}`)).status).toBe(404);
    await vi.waitFor(() =>
      expect(readEmails(app.dataDir, user.email).map(({ subject }) => subject)).toContain(
        'Your account will be deleted',
      ),
    );
  });

  it('is restored unchanged by signing in again', async () => {
    const [client, other] = [app.visitor(), app.visitor()];
    const user = await client.signUp('student');
    await other.signUp('student');
    await leave(client);
    client.forgetToken();
    expect(await signIn(client, user.username)).toMatchObject({
      status: 202,
      body: { deletedAfter: expect.any(String) },
    });
    expect((await client.get('/api/user')).status).toBe(401);
    expect((await other.get(`/api/users/${user.id}`)).status).toBe(404);
    expect((await client.post('/api/login/keep-account')).body).toMatchObject({ id: user.id });
    client.forgetToken();
    expect((await client.get('/api/user')).status).toBe(200);
    expect((await other.get(`/api/users/${user.id}`)).status).toBe(200);
    expect(await deleteDueAccounts(deps(), inDays(15))).toBeGreaterThan(0);
    expect((await client.get('/api/user')).status).toBe(200);
  });

  it('cannot be restored without its password, nor too late', async () => {
    const client = app.visitor();
    const user = await client.signUp('student');
    await leave(client);
    client.forgetToken();
    expect((await app.visitor().post('/api/login/keep-account')).status).toBe(401);
    await signIn(client, user.username);
    await rows(`update users set delete_after = now() - interval '1 second' where id = $1`, [user.id]);
    expect((await client.post('/api/login/keep-account')).status).toBe(401);
    expect((await signIn(client, user.username)).status).toBe(401);
  });
});

describe('the final deletion', () => {
  it('runs after 14 days and not before', async () => {
    const client = app.visitor();
    const user = await client.signUp('student');
    await leave(client);
    await deleteDueAccounts(deps(), inDays(13.9));
    expect(await rows('select 1 from users where id = $1', [user.id])).toHaveLength(1);
    await deleteDueAccounts(deps(), inDays(14.1));
    expect(await rows('select 1 from users where id = $1', [user.id])).toHaveLength(0);
    expect(
      await rows(`select 1 from audit_log where event = 'user_deleted' and actor_id = $1`, [user.id]),
    ).toHaveLength(1);
    const again = app.visitor();
    await again.signUp('student', { email: user.email });
  });

  it('waits while the account is suspended, whose reports need it', async () => {
    const client = app.visitor();
    const user = await client.signUp('student');
    await leave(client);
    await app.pool.query('update users set suspended_at = now() where id = $1', [user.id]);
    await deleteDueAccounts(deps(), inDays(20));
    expect(await rows('select 1 from users where id = $1', [user.id])).toHaveLength(1);
    await app.pool.query('update users set suspended_at = null where id = $1', [user.id]);
    await deleteDueAccounts(deps(), inDays(20));
    expect(await rows('select 1 from users where id = $1', [user.id])).toHaveLength(0);
  });

  it('deletes own items with what learners store about them, and leaves other items', async () => {
    const client = app.visitor();
    const { id: userId } = await client.signUp('teacher');
    const em = app.em();
    const learner = await buildUser(em);
    const { id: own } = await buildCourse(em, { userId });
    const lesson = await buildLesson(em, { courseId: own });
    const file = await buildCourseFile(em, { courseId: own });
    const { id: other } = await buildCourse(em, { downloads: 1 });
    const theirFile = await buildCourseFile(em, { courseId: other });
    for (const courseId of [own, other]) await buildEnrollment(em, { courseId, userId: learner.id });
    await buildEnrollment(em, { courseId: other, userId });
    await rows('insert into lesson_progress (user_id, lesson_id, course_id) values ($1, $2, $3)', [
      learner.id,
      lesson.id,
      own,
    ]);
    const download = `insert into course_downloads (user_id, course_file_id, course_id, day) values ($1, $2, $3, now())`;
    await rows(download, [learner.id, file.id, own]);
    await rows(download, [userId, theirFile.id, other]);
    await rows(`insert into saved_items (user_id, type, item_id) values ($1, 'course', $2)`, [learner.id, own]);
    await leave(client);
    await deleteDueAccounts(deps(), inDays(15));
    for (const table of ['course_files', 'course_lessons', 'enrollments', 'lesson_progress', 'course_downloads'])
      expect(await rows(`select 1 from ${table} where course_id = $1`, [own])).toEqual([]);
    expect(await rows('select 1 from courses where id = $1', [own])).toEqual([]);
    expect(await rows('select 1 from saved_items where item_id = $1', [own])).toEqual([]);
    // The downloads of an item remain counted.
    expect(await rows('select enrollments, downloads from courses where id = $1', [other])).toEqual([
      { enrollments: 1, downloads: 1 },
    ]);
    expect(await rows('select 1 from course_downloads where user_id = $1', [userId])).toEqual([]);
  });

  it('deletes everything and leaves every counter right', async () => {
    const client = app.visitor();
    const user = await client.signUp('teacher');
    const em = app.em();
    const peer = await buildUser(em);
    const theirs = await buildPost(em, { userId: peer.id, likes: 0 });
    await buildLike(em, { postId: theirs.id, userId: user.id });
    await buildLike(em, { postId: theirs.id, userId: peer.id });
    for (let made = 0; made < 3; made += 1) await buildComment(em, { postId: theirs.id, userId: user.id });
    await buildComment(em, { postId: theirs.id, userId: peer.id });
    await client.post(`/api/posts/${theirs.id}/share`, { body: {} });
    await client.post(`/api/posts/${theirs.id}/share`, { body: { comment: 'look' } });
    const own = await buildPost(em, { userId: user.id });
    const plainShare = await buildPost(em, { userId: peer.id, content: '', sharedPostId: own.id });
    await buildSavedPost(em, { userId: peer.id, itemId: own.id });
    await buildConnection(em, { userId: user.id, connectedUserId: peer.id });
    const joined = await buildEnrollment(em, { userId: user.id });
    await buildEnrollment(em, { userId: peer.id, courseId: joined.courseId as string });
    for (const userId of [user.id, peer.id]) await buildReview(em, { userId, courseId: joined.courseId as string });
    const ownItem = await buildCourse(em, { userId: user.id });
    await buildReview(em, { courseId: ownItem.id, userId: peer.id });
    const letter = await buildMessage(em, { senderId: user.id, receiverId: peer.id, content: 'Keep this' });
    const form = new FormData();
    form.set(
      'file',
      new Blob([
        new Uint8Array(
          await sharp({ create: { width: 8, height: 8, channels: 3, background: '#123456' } })
            .png()
            .toBuffer(),
        ),
      ]),
      'a.png',
    );
    const fileId = String((await client.post('/api/uploads?purpose=message-file', { form })).body['fileId']);
    const sent = (await client.post('/api/messages', { body: { receiverId: peer.id, clientId: randomUUID(), fileId } }))
      .body;
    const bytes = () =>
      readdirSync(`${app.dataDir}/files`, { recursive: true })
        .map(String)
        .filter((name) => name.includes(fileId));
    expect(bytes()).toHaveLength(2);

    await leave(client);
    await deleteDueAccounts(deps(), inDays(14.1));
    expect(await rows('select likes, comments, shares from posts where id = $1', [theirs.id])).toEqual([
      { likes: 1, comments: 1, shares: 0 },
    ]);
    expect(await rows('select 1 from posts where id = any($1::uuid[])', [[own.id, plainShare.id]])).toEqual([]);
    expect(await rows('select 1 from saved_items where item_id = $1', [own.id])).toEqual([]);
    expect(await rows('select sender_id, content from messages where id = $1', [letter.id])).toEqual([
      { sender_id: null, content: 'Keep this' },
    ]);
    expect(bytes()).toEqual([]);
    expect(await rows('select file_id, file_name from messages where id = $1', [sent['id']])).toEqual([
      { file_id: null, file_name: 'a.png' },
    ]);
    const drift =
      await rows(`select id from posts p where likes <> (select count(*) from post_likes l where l.post_id = p.id)
      or comments <> (select count(*) from comments c where c.post_id = p.id)
      union all select id from courses c where enrollments <> (select count(*) from enrollments e
        where e.course_id = c.id) or (reviews, rating_sum) <> (select count(*), coalesce(sum(rating), 0)
        from reviews r where r.course_id = c.id)`);
    expect(drift).toEqual([]);
    const references =
      await rows(`select c.conrelid::regclass::text as table_name, a.attname as column_name from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1] where c.contype = 'f'
        and c.confrelid = 'users'::regclass`);
    expect(references.length).toBeGreaterThan(20);
    for (const { table_name: table, column_name: column } of references) {
      expect(await rows(`select 1 from ${String(table)} where ${String(column)} = $1`, [user.id])).toEqual([]);
    }
  });

  it('deletes the messages once both users are deleted', async () => {
    const [one, other] = [app.visitor(), app.visitor()];
    const [a, b] = [await one.signUp('student'), await other.signUp('student')];
    const { id } = await buildMessage(app.em(), { senderId: a.id, receiverId: b.id });
    await leave(one);
    await deleteDueAccounts(deps(), inDays(14.1));
    expect(await rows('select 1 from messages where id = $1', [id])).toHaveLength(1);
    await leave(other);
    await deleteDueAccounts(deps(), inDays(14.1));
    expect(await rows('select 1 from messages where id = $1', [id])).toEqual([]);
    expect(await rows('select 1 from conversations where low_id is null and high_id is null')).toEqual([]);
  });
});
