import { afterAll, beforeAll, expect, it } from 'vitest';
import { enterLive, receivedBy, type LiveUser as Person } from '../../testing/live-user.ts';
import { connectLiveClient } from '../../testing/two-clients.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const enter = () => enterLive(app);
type Received = { view: Record<string, unknown> | null; unread: { total: number }; isAlert: boolean; at: string };
const named = (person: Person) => receivedBy<Received>(person, 'notification');
/** Waits until a user has received this number of notifications, and returns them. */
async function received(person: Person, times: number): Promise<Received[]> {
  await expect.poll(() => named(person).length).toBe(times);
  return named(person);
}
const ask = async (from: Person, to: Person) =>
  String((await from.http.post('/api/connections', { body: { connectedUserId: to.user.id } })).body['id']);

it('a new one is pushed to every device of its user with the number of unread ones, and to no one else', async () => {
  const [ana, ben, stranger] = await Promise.all([enter(), enter(), enter()]);
  const second = await connectLiveClient({ url: app.url, cookie: ana.http.cookie });
  const id = await ask(ben, ana);
  const [pushed] = await received(ana, 1);
  expect(pushed).toMatchObject({
    view: { type: 'connection-request', sourceId: id, count: 1, canAnswer: true },
    unread: { total: 1, byCategory: { connections: 1 } },
    isAlert: true,
  });
  expect(pushed).toHaveProperty('at');
  expect(await second.next('notification')).toMatchObject({ unread: { total: 1 } });

  await ana.http.patch(`/api/connections/${id}`, { body: { status: 'accepted' } });
  expect((await received(ana, 2))[1]).toMatchObject({
    view: { canAnswer: false, read: true },
    unread: { total: 0 },
    isAlert: false,
  });
  expect(await received(ben, 1)).toMatchObject([{ view: { type: 'connection-accepted' }, isAlert: true }]);
  expect(named(stranger)).toEqual([]);
  second.close();
});

it('a change on one device is pushed to the others', async () => {
  const [ana, ben] = await Promise.all([enter(), enter()]);
  await ask(ben, ana);
  const [{ view } = { view: null }] = await received(ana, 1);
  await ana.http.patch(`/api/notifications/${String(view?.['id'])}`, { body: { read: true } });
  expect((await received(ana, 2))[1]).toMatchObject({
    view: { id: view?.['id'], read: true },
    unread: { total: 0 },
    isAlert: false,
  });
  await ana.http.delete(`/api/notifications/${String(view?.['id'])}`);
  expect((await received(ana, 3))[2]).toMatchObject({ view: null, isAlert: false });
});

it('a new one in quiet hours is pushed without an alert', async () => {
  const [ana, ben] = await Promise.all([enter(), enter()]);
  await ana.http.patch('/api/privacy', {
    body: { quietHours: { isOn: true, from: '00:00', to: '00:00', zone: 'UTC' } },
  });
  await ask(ben, ana);
  expect(await received(ana, 1)).toMatchObject([{ unread: { total: 1 }, isAlert: false }]);
});

it('likes are pushed without an alert, as one group', async () => {
  const [ana, ben, cleo] = await Promise.all([enter(), enter(), enter()]);
  const { body: post } = await ana.http.post('/api/posts', { body: { content: 'Look at this' } });
  await ben.http.put(`/api/posts/${String(post['id'])}/like`);
  await received(ana, 1);
  await cleo.http.put(`/api/posts/${String(post['id'])}/like`);
  expect(await received(ana, 2)).toMatchObject([
    { view: { count: 1, actorCount: 1, actors: [{ id: ben.user.id }] }, isAlert: false },
    {
      view: { count: 2, actorCount: 2, actors: [{ id: cleo.user.id }, { id: ben.user.id }] },
      unread: { total: 1 },
      isAlert: false,
    },
  ]);
});

it('a block excludes the other user’s notifications from the count at once, and its end includes them again', async () => {
  const [ana, ben] = await Promise.all([enter(), enter()]);
  const { body: post } = await ana.http.post('/api/posts', { body: { content: 'Look at this' } });
  await ben.http.post('/api/comments', { body: { postId: post['id'], content: 'Seen' } });
  await received(ana, 1);
  await ana.http.put(`/api/users/${ben.user.id}/block`);
  await expect.poll(() => named(ana).at(-1)).toMatchObject({ view: null, unread: { total: 0 }, isAlert: false });
  await ana.http.delete(`/api/users/${ben.user.id}/block`);
  await expect.poll(() => named(ana).at(-1)).toMatchObject({ view: null, unread: { total: 1 }, isAlert: false });
});
