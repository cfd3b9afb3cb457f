import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#shared/time.ts';
import { buildBlock, buildConnection } from '../../testing/builders.ts';
import { enterLive } from '../../testing/live-user.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { findActive } from '../presence/presence.view.ts';
import { remindOfMessages } from './messages.reminders.ts';

let app: TestApp;
let ana: TestClient;
let ben: TestClient;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  [ana, ben] = [app.visitor(), app.visitor()];
  await ana.signUp('teacher');
  await ben.signUp('teacher');
});

const idOf = (client: TestClient) => client.user?.id ?? '';
const connect = () => buildConnection(app.em(), { userId: idOf(ana), connectedUserId: idOf(ben) });
/** Sends a message from Ben to Ana and returns its id. */
async function write(content = 'Are you there?', receiverId = idOf(ana)): Promise<string> {
  const body = { receiverId, content, clientId: crypto.randomUUID() };
  const response = await ben.post('/api/messages', { body });
  expect(response.status).toBe(201);
  return String(response.body['id']);
}
const stateOf = async (userId = idOf(ana)) =>
  (await app.pool.query('select notify_at, is_notified from conversation_state where user_id = $1', [userId])).rows[0];
/** Lets two minutes pass, and runs the job on three nodes. */
async function remind(userId = idOf(ana)): Promise<void> {
  await app.pool.query(
    `update conversation_state set notify_at = notify_at - interval '2 minutes' where user_id = $1`,
    [userId],
  );
  const run = () => remindOfMessages(app.em(), findActive);
  await Promise.all([run(), run(), run()]);
}
/** Waits until no domain event is left, so that its notifications are written. */
const settled = () =>
  expect.poll(async () => (await app.pool.query('select count(*)::int as left from outbox')).rows[0].left).toBe(0);
const notifications = async (userId = idOf(ana)) =>
  (
    await app.pool.query(
      `select id, read, metadata, email_due_at from notifications where user_id = $1 and type = 'message'
        order by created_at`,
      [userId],
    )
  ).rows as { id: string; read: boolean; metadata: object; email_due_at: Date | null }[];

it('notifies once of what is unread for two minutes, until it is read', async () => {
  await connect();
  await write();
  await remindOfMessages(app.em(), findActive);
  expect((await stateOf()).is_notified).toBe(false);
  await remind();
  await write('One more');
  await remind();
  await settled();
  expect(await notifications()).toMatchObject([{ read: false, metadata: { isRequest: false } }]);
  expect((await ana.get('/api/notifications')).body).toMatchObject([
    { type: 'message', category: 'messages', path: `/chat?with=${idOf(ben)}`, actors: [{ id: idOf(ben) }] },
  ]);

  await ana.put(`/api/messages/${idOf(ben)}/read`, { body: { upToSeq: 2 } });
  await settled();
  expect(await notifications()).toMatchObject([{ read: true, email_due_at: null }]);

  await write('And now?');
  await remind();
  await settled();
  expect(await notifications()).toMatchObject([{ read: true }, { read: false }]);
});

it('does not notify of what is read within two minutes', async () => {
  await connect();
  await write();
  await ana.put(`/api/messages/${idOf(ben)}/read`, { body: { upToSeq: 1 } });
  expect(await stateOf()).toEqual({ notify_at: null, is_notified: false });
  await remind();
  await settled();
  expect(await notifications()).toEqual([]);
});

it('starts again for the part that was left unread', async () => {
  await connect();
  await write();
  await write('Second');
  await remind();
  await ana.put(`/api/messages/${idOf(ben)}/read`, { body: { upToSeq: 1 } });
  await remind();
  await settled();
  expect((await notifications()).filter(({ read }) => !read)).toHaveLength(1);
});

it('waits while a device is active, and notifies once none is', async () => {
  const cleo = await enterLive(app, { role: 'teacher' });
  await buildConnection(app.em(), { userId: cleo.id, connectedUserId: idOf(ben) });
  await expect.poll(async () => (await findActive(app.pool, [cleo.id])).has(cleo.id)).toBe(true);
  await write('Hello', cleo.id);
  await remind(cleo.id);
  const { notify_at: notifyAt, is_notified: isNotified } = await stateOf(cleo.id);
  expect(isNotified).toBe(false);
  expect(Number(notifyAt) - Date.now()).toBeGreaterThan(MINUTE_MS);
  cleo.live.close();
  await expect.poll(async () => (await findActive(app.pool, [cleo.id])).has(cleo.id)).toBe(false);
  await remind(cleo.id);
  await settled();
  expect(await notifications(cleo.id)).toHaveLength(1);
});

it.each(['idle', 'away'] as const)(
  'notifies of an open thread by push and email while its device is %s',
  async (state) => {
    const cleo = await enterLive(app, { role: 'teacher' });
    await app.pool.query('update users set email_verified_at = now() where id = $1', [cleo.id]);
    await buildConnection(app.em(), { userId: cleo.id, connectedUserId: idOf(ben) });
    await expect.poll(async () => (await findActive(app.pool, [cleo.id])).has(cleo.id)).toBe(true);
    expect(await cleo.live.ask('presence', { state })).toEqual({ ok: true });
    await expect.poll(async () => (await findActive(app.pool, [cleo.id])).has(cleo.id)).toBe(false);
    await write('Hello', cleo.id);
    await cleo.live.next('new-message');
    await remind(cleo.id);
    await settled();
    expect(await notifications(cleo.id)).toMatchObject([{ read: false, email_due_at: expect.any(Date) }]);
    cleo.live.close();
  },
);

it('obeys a muted conversation, a block and the switch for messages', async () => {
  await connect();
  await write();
  await ana.patch(`/api/messages/${idOf(ben)}/state`, { body: { muted: true } });
  await remind();
  expect(await stateOf()).toEqual({ notify_at: null, is_notified: false });

  await ana.patch(`/api/messages/${idOf(ben)}/state`, { body: { muted: false } });
  await ana.put(`/api/messages/${idOf(ben)}/read`, { body: { upToSeq: 1 } });
  await write();
  await ana.patch('/api/preferences', { body: { messageNotifications: false } });
  await remind();
  await settled();
  expect(await notifications()).toEqual([]);

  await ana.patch('/api/preferences', { body: { messageNotifications: true } });
  await ana.put(`/api/messages/${idOf(ben)}/read`, { body: { upToSeq: 2 } });
  await write();
  await buildBlock(app.em(), { blockerId: idOf(ana), blockedId: idOf(ben) });
  await remind();
  await settled();
  expect(await notifications()).toEqual([]);
});

it('tells a message request from a message', async () => {
  await write();
  await remind();
  await settled();
  expect(await notifications()).toMatchObject([{ metadata: { isRequest: true } }]);
});

it('settles the notification when the message is deleted for both', async () => {
  await connect();
  const id = await write();
  await remind();
  await settled();
  await ben.delete(`/api/messages/item/${id}?for=all`);
  await settled();
  expect(await notifications()).toMatchObject([{ read: true }]);
});

it('emails after 30 minutes, a conversation once in 24 hours', async () => {
  await connect();
  await app.pool.query('update users set email_verified_at = now() where id = $1', [idOf(ana)]);
  await write();
  await remind();
  await settled();
  const [first] = await notifications();
  const delayMs = Number(first?.email_due_at) - Date.now();
  expect(delayMs).toBeGreaterThan(27 * MINUTE_MS);
  expect(delayMs).toBeLessThanOrEqual(28 * MINUTE_MS);
  await app.pool.query('update notifications set emailed_at = now() where id = $1', [first?.id]);

  await ana.put(`/api/messages/${idOf(ben)}/read`, { body: { upToSeq: 1 } });
  await write();
  await remind();
  await settled();
  const [, second] = await notifications();
  expect(Number(second?.email_due_at) - Date.now()).toBeGreaterThan(DAY_MS - MINUTE_MS);
});
