import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SyncResponse } from '#shared/api/sync.ts';
import { buildEvent } from '../../testing/builders.ts';
import { enterLive, type LiveUser as Person } from '../../testing/live-user.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { openTwoNodes } from '../../testing/two-nodes.ts';

let app: TestApp;
/** A second node on the first one's database. */
let node: TestApp;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ app, node, close } = await openTwoNodes());
});
afterAll(() => close());

const enter = (at = app) => enterLive(app, { role: 'teacher', at });

type Push = Record<string, unknown> & { seq: number };
const numbered = ({ live }: Person) =>
  live.frames.filter(({ payload }) => 'seq' in payload).map(({ name, payload }) => ({ name, push: payload as Push }));
/** Waits until a user has received their log up to a sequence number without gaps; returns the names in order. */
async function received(person: Person, upTo: number): Promise<string[]> {
  await expect.poll(() => numbered(person).at(-1)?.push.seq).toBe(upTo);
  expect(numbered(person).map(({ push }) => push.seq)).toEqual(
    Array.from({ length: upTo }, (_none, index) => index + 1),
  );
  return numbered(person).map(({ name }) => name);
}
const missed = async (person: Person, since = 0) =>
  (await person.http.get(`/api/sync?since=${since}`)).body as unknown as SyncResponse;
const ask = async (from: Person, to: Person) =>
  String((await from.http.post('/api/connections', { body: { connectedUserId: to.id } })).body['id']);
const list = async (person: Person, path: string) =>
  (await person.http.get(path)).body as unknown as Record<string, unknown>[];

it('contains connections, notifications and messages in one order without gaps, on every node', async () => {
  const [ana, ben] = [await enter(), await enter(node)];
  const id = await ask(ana, ben);
  expect(await received(ben, 2)).toEqual(['connection-created', 'notification']);
  await ben.http.patch(`/api/connections/${id}`, { body: { status: 'accepted' } });
  expect(await received(ben, 4)).toEqual(['connection-created', 'notification', 'connection-updated', 'notification']);
  expect(await received(ana, 3)).toEqual(['connection-created', 'connection-updated', 'notification']);
  await ana.http.post('/api/messages', { body: { receiverId: ben.id, clientId: randomUUID(), content: 'Hello' } });
  await ana.http.delete(`/api/connections/${id}`);
  // The notification of the request changes too: it no longer leads to a connection.
  expect((await received(ben, 7)).slice(4)).toEqual(['new-message', 'connection-deleted', 'notification']);
  await expect
    .poll(() => ben.live.frames.filter(({ name }) => name === 'connection-count').at(-1)?.payload)
    .toMatchObject({ accepted: 0, received: 0, sent: 0 });
  // A live push and the same entry returned by sync have the same sequence number.
  expect(
    (await missed(ben)).events
      .filter(({ name }) => name !== 'connection-created' && name !== 'connection-updated')
      .map(({ name, push }) => [name, push.seq]),
  ).toEqual(
    numbered(ben)
      .filter(({ name }) => name !== 'connection-created' && name !== 'connection-updated')
      .map(({ name, push }) => [name, push.seq]),
  );
});

it('returns after an absence the same data as a fresh fetch', async () => {
  const [ana, ben, cleo] = [await enter(), await enter(), await enter()];
  const { body: post } = await ana.http.post('/api/posts', { body: { content: 'Look at this' } });
  ana.live.close();
  const since = Number((await ana.http.get('/api/user')).body['userLogCursor']);
  const requestId = await ask(ben, ana);
  await ben.http.put(`/api/posts/${String(post['id'])}/like`);
  await cleo.http.put(`/api/posts/${String(post['id'])}/like`);
  await ben.http.post('/api/comments', { body: { postId: post['id'], content: 'Seen' } });
  await expect
    .poll(async () => (await missed(ana, since)).events.filter(({ name }) => name === 'notification').length)
    .toBe(4);
  const { events, cursor, isReset } = await missed(ana, since);
  expect([cursor, isReset]).toEqual([events.at(-1)?.push.seq, false]);

  const pushed = events.flatMap(({ name, push }) => (name === 'notification' ? push : []));
  const fresh = await list(ana, '/api/notifications');
  const views = new Map(pushed.flatMap(({ view }) => (view ? [[view.groupKey, view]] : [])));
  expect([...views.values()].toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(
    fresh.toSorted((a, b) => String(a['id']).localeCompare(String(b['id']))),
  );
  expect({ ...pushed.at(-1)?.unread }).toEqual((await ana.http.get('/api/notifications/unread-count')).body);
  // The two likes are one group with one push; an urgent notification is still an alert.
  expect(pushed.filter(({ view }) => view?.type === 'post-liked')).toMatchObject([
    { view: { count: 2 }, isAlert: false },
  ]);
  expect(
    pushed
      .filter(({ isAlert }) => isAlert)
      .map(({ view }) => view?.type)
      .toSorted(),
  ).toEqual(['connection-request', 'post-commented']);

  const created = events.find(({ name }) => name === 'connection-created');
  const [received] = await list(ana, '/api/connections?status=received');
  expect(created?.push).toMatchObject({
    id: requestId,
    status: received?.['status'],
    requester: received?.['user'],
    createdAt: received?.['createdAt'],
  });

  await ana.http.post('/api/notifications/read-all', { body: {} });
  const afterwards = (await missed(ana, since)).events.flatMap(({ name, push }) =>
    name === 'notification' ? push : [],
  );
  expect(afterwards.every(({ isAlert, unread }) => !isAlert && unread.total === 0)).toBe(true);
});

it('excludes users who are hidden or have closed their account, without gaps in the sequence', async () => {
  const [ana, ben, cleo] = [await enter(), await enter(), await enter()];
  ana.live.close();
  await ask(ben, ana);
  await ask(cleo, ana);
  await expect.poll(async () => (await missed(ana)).cursor).toBe(4);
  expect(JSON.stringify(await missed(ana))).toContain(ben.user.fullName);
  await ana.http.put(`/api/users/${ben.id}/block`);
  await app.pool.query('update users set deactivated_at = now() where id = $1', [cleo.id]);
  await expect.poll(async () => (await missed(ana)).cursor).toBeGreaterThanOrEqual(6);
  const { events, cursor } = await missed(ana);
  expect(JSON.stringify(events)).not.toMatch(new RegExp(`${ben.user.fullName}|${cleo.user.fullName}|${cleo.id}`));
  expect(events.at(-1)?.push.seq).toBe(cursor);
  expect(events.filter(({ name }) => name === 'connection-created')).toEqual([]);
});

it('excludes an ignored request for its receiver, and does not notify its sender', async () => {
  const [ana, ben] = [await enter(), await enter()];
  await ana.http.put(`/api/connections/${await ask(ben, ana)}/ignore`);
  await expect.poll(async () => (await missed(ana)).events.map(({ name }) => name)).toContain('connection-deleted');
  expect((await missed(ana)).events.map(({ name }) => name)).not.toContain('connection-created');
  expect((await missed(ben)).events.map(({ name }) => name)).toEqual(['connection-created']);
});

it('notifies many users of one change in few batches, each once', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => enter()));
  const [owner, ...others] = people;
  if (!owner) throw new Error('no users');
  const event = await buildEvent(app.em(), { userId: owner.id });
  // More users than one batch holds; seven of them are connected to this node.
  const { rows } = await app.pool.query<{ id: string }>(
    `insert into users (id, username, email, full_name, role, password, institution)
      select gen_random_uuid(), 'many' || i, 'many' || i || '@example.test', 'One Of Many', 'teacher', 'x', ''
        from generate_series(1, 120) i returning id`,
  );
  await app.pool.query('insert into event_attendees (event_id, user_id) select $1, unnest($2::uuid[])', [
    event.id,
    [...others.map(({ id }) => id), ...rows.map(({ id }) => id)],
  ]);
  expect((await owner.http.patch(`/api/events/${event.id}`, { body: { location: 'Elsewhere' } })).status).toBe(200);
  for (const person of others) expect(await received(person, 1)).toEqual(['notification']);
  const counted = `select count(*)::int as events, count(distinct user_id)::int as users from user_log_entries
      where user_id = any($1::uuid[])`;
  await expect
    .poll(async () => (await app.pool.query(counted, [rows.map(({ id }) => id)])).rows[0])
    .toEqual({ events: 120, users: 120 });
});
