import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '#shared/time.ts';
import { buildConnection, buildCourse, buildPost, buildUser } from './testing/builders.ts';
import { createTestApp, type TestApp } from './testing/test-app.ts';
import type { TestClient, TestResponse } from './testing/test-client.ts';

/** Limits as they are. */
let app: TestApp;
beforeAll(async () => {
  // A mail server that nothing answers: emails stay in the queue.
  app = await createTestApp({ limitFactor: 1, smtpUrl: 'smtp://127.0.0.1:9' });
});
afterAll(() => app.close());

async function signedUp(): Promise<TestClient> {
  const client = app.visitor();
  await client.signUp('teacher');
  await client.token();
  return client;
}
const post = (client: TestClient) => client.post('/api/posts', { body: { content: 'Hello' } });
const write = (client: TestClient, receiverId: string) =>
  client.post('/api/messages', { body: { receiverId, clientId: randomUUID(), content: 'Hello' } });
const statusesOf = async (count: number, attempt: () => Promise<TestResponse>): Promise<number[]> => {
  const statuses = [];
  for (let tries = 0; tries < count; tries += 1) statuses.push((await attempt()).status);
  return statuses;
};

it('an account without a confirmed address reaches others ten times a day, whatever it writes', async () => {
  const client = await signedUp();
  const em = app.em();
  const teacher = () => buildUser(em, { role: 'teacher' });
  const [stranger, other, friend] = [await teacher(), await teacher(), await teacher()];
  await buildConnection(em, { userId: client.user?.id ?? '', connectedUserId: friend.id, status: 'accepted' });
  const { id: postId } = await buildPost(em, { userId: friend.id });
  expect(await statusesOf(8, () => post(client))).toEqual(Array.from({ length: 8 }, () => 201));
  expect((await client.post('/api/comments', { body: { postId, content: 'Hello' } })).status).toBe(201);
  expect((await write(client, stranger.id)).status).toBe(201);
  const date = new Date(Date.now() + DAY_MS).toISOString();
  const event = { title: 'Open day', description: 'All', date, location: 'Room 2', isVirtual: false };
  const { id: courseId } = await buildCourse(em, { userId: client.user?.id ?? '' });
  const refused = [
    await post(client),
    await client.post('/api/comments', { body: { postId, content: 'Hello' } }),
    await client.post(`/api/posts/${postId}/share`, { body: {} }),
    await write(client, other.id),
    await client.post('/api/connections', { body: { connectedUserId: other.id } }),
    await client.post('/api/events', { body: event }),
    await client.post(`/api/courses/${courseId}/publish`),
    await client.post(`/api/courses/${courseId}/changes`, { body: { note: 'Hello', notify: true } }),
  ];
  expect(refused.map(({ status, body }) => [status, body['code']])).toEqual(refused.map(() => [403, 'NOT_ALLOWED']));
  expect(refused[0]?.body['message']).toContain('email address is confirmed');
  // A conversation that the other member has accepted goes on, and so does everything that stays with the member.
  expect((await write(client, friend.id)).status).toBe(201);
  expect((await client.get('/api/posts')).status).toBe(200);
  await app.confirmEmail(client);
  // A node uses a loaded session for up to two seconds.
  await expect.poll(async () => (await post(client)).status, { interval: 1_000 }).toBe(201);
});

it('a confirmed account posts 30 times an hour and asks 20 strangers', async () => {
  const client = await signedUp();
  await app.confirmEmail(client);
  const posts = await statusesOf(32, () => post(client));
  expect(posts.indexOf(429)).toBe(30);
  const strangers: string[] = [];
  for (let index = 0; index < 22; index += 1) strangers.push((await buildUser(app.em(), { role: 'teacher' })).id);
  const requests = await statusesOf(22, () => write(client, strangers.pop() ?? ''));
  expect(requests.indexOf(429)).toBe(20);
});

it('where no emails are sent, no address has to be confirmed', async () => {
  const own = await createTestApp({ limitFactor: 1 });
  const client = own.visitor();
  await client.signUp('teacher');
  expect(await statusesOf(12, () => post(client))).toEqual(Array.from({ length: 12 }, () => 201));
  await own.close();
});
