import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createAnnouncement, sendAnnouncements } from './announcements.service.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it('notifies the members who want news, creators too, once, and is recorded in the audit log', async () => {
  const [ana, ben, creator] = [app.visitor(), app.visitor(), app.visitor()];
  await ana.signUp('teacher');
  await ben.signUp('teacher');
  await creator.signUp('creator');
  for (const client of [ana, creator])
    expect((await client.patch('/api/preferences', { body: { marketingNotifications: true } })).status).toBe(200);
  const id = await createAnnouncement(app.em(), { title: 'Maintenance', content: 'Sunday at 6.' }, { name: 'olga' });
  const send = () => sendAnnouncements(app.em());
  await Promise.all([send(), send()]);
  await send();
  const notified = async () =>
    (await app.pool.query(`select user_id from notifications where type = 'announcement' order by user_id`)).rows;
  const wanted = [ana, creator]
    .map((client) => ({ user_id: client.user?.id }))
    .toSorted((a, b) => (String(a.user_id) < String(b.user_id) ? -1 : 1));
  await expect.poll(notified).toEqual(wanted);
  expect((await ana.get('/api/notifications')).body).toMatchObject([
    { type: 'announcement', params: { title: 'Maintenance', content: 'Sunday at 6.' }, path: null },
  ]);
  const audited = await app.pool.query(`select details from audit_log where event = 'announcement_created'`);
  expect(audited.rows).toMatchObject([{ details: { operator: 'olga', title: 'Maintenance' } }]);
  expect(
    (await app.pool.query('select done_at from announcements where id = $1', [id])).rows[0].done_at,
  ).not.toBeNull();
  await expect(
    createAnnouncement(app.em(), { title: 'x'.repeat(200), content: 'x' }, { name: 'olga' }),
  ).rejects.toMatchObject({ code: 'VALIDATION' });
});
