import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { NotificationView } from '#shared/api/notifications.ts';
import { buildBlock, buildCourse, buildNotification } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';

let app: TestApp;
let ana: TestClient;
let amara: TestClient;
let courseId: string;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  [ana, amara] = [app.visitor(), app.visitor()];
  await ana.signUp('student', { fullName: 'Ana Ruiz' });
  await amara.signUp('creator', { fullName: 'Amara Nwosu' });
  courseId = (await buildCourse(app.em(), { userId: idOf(amara), title: 'Sheets', price: 0 })).id;
});

const idOf = (client: TestClient) => client.user?.id ?? '';
const send = (from: TestClient, to: TestClient, content: string) =>
  from.post('/api/messages', { body: { receiverId: idOf(to), clientId: randomUUID(), content } });
const enroll = () => ana.post(`/api/courses/${courseId}/enroll`);

it('a creator is found by those who learn from their items alone, and writes to no one first', async () => {
  expect((await send(ana, amara, 'May I ask?')).status).toBe(404);
  expect((await ana.get(`/api/messages/${idOf(amara)}/state`)).status).toBe(404);
  await enroll();
  expect((await ana.get(`/api/messages/${idOf(amara)}/state`)).body).toMatchObject({ noWriting: null });
  expect((await send(amara, ana, 'Do you like it?')).status).toBe(404);
  expect((await amara.get('/api/messages')).body).toEqual([]);
});

it('a creator reads a question and answers it, also after the asker has left the item', async () => {
  await enroll();
  const about = { type: 'course', id: courseId };
  const body = { receiverId: idOf(amara), clientId: randomUUID(), content: 'Is sheet two complete?', about };
  expect((await ana.post('/api/messages', { body })).status).toBe(201);
  expect((await amara.get('/api/messages')).body).toMatchObject([
    { state: 'accepted', isRequestToMe: false, user: { id: idOf(ana) }, lastMessage: { about: { title: 'Sheets' } } },
  ]);
  expect((await amara.get(`/api/messages/${idOf(ana)}`)).body).toMatchObject([{ content: 'Is sheet two complete?' }]);
  expect((await amara.put(`/api/messages/${idOf(ana)}/read`, { body: { upToSeq: 1 } })).body).toEqual({ read: 1 });
  await ana.delete(`/api/courses/${courseId}/enroll`);
  expect((await send(amara, ana, 'It is now.')).status).toBe(201);
  expect((await send(ana, amara, 'Thank you')).status).toBe(201);
});

it('a creator opens the file of a question', async () => {
  await enroll();
  const form = new FormData();
  form.set('file', new Blob(['x,y'], { type: 'text/csv' }), 'sheet.csv');
  const fileId = String((await ana.post('/api/uploads?purpose=message-file', { form })).body['fileId']);
  const read = async () =>
    (await fetch(`${app.url}/api/files/${fileId}`, { headers: { cookie: amara.cookie } })).status;
  expect(await read()).toBe(404);
  await ana.post('/api/messages', { body: { receiverId: idOf(amara), clientId: randomUUID(), fileId } });
  expect(await read()).toBe(200);
});

it('two creators have no conversation unless one learns from the other', async () => {
  const felix = app.visitor();
  await felix.signUp('creator');
  expect((await send(felix, amara, 'Hello')).status).toBe(404);
  await felix.post(`/api/courses/${courseId}/enroll`);
  expect((await send(felix, amara, 'Hello')).status).toBe(201);
  expect((await send(amara, felix, 'Hello')).status).toBe(201);
});

it('a block hides a creator', async () => {
  await enroll();
  await send(ana, amara, 'Hello');
  await buildBlock(app.em(), { blockerId: idOf(amara), blockedId: idOf(ana) });
  expect((await send(ana, amara, 'Hello?')).status).toBe(404);
  expect((await amara.get('/api/messages')).body).toEqual([]);
});

it('a notification about a question leads to the Library', async () => {
  await buildNotification(app.em(), {
    userId: idOf(amara),
    sourceType: 'conversation',
    sourceId: randomUUID(),
    actorId: idOf(ana),
    type: 'message',
    metadata: { count: 1 },
  });
  const [notification] = (await amara.get('/api/notifications')).body as unknown as NotificationView[];
  expect(notification?.path).toBe(`/library?questions=1&with=${idOf(ana)}`);
});
