import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildBlock, buildCourse, buildEvent, buildPost } from './testing/builders.ts';
import { enterLive, receivedBy, settlePushes, show } from './testing/live-user.ts';
import { createTestApp, type TestApp } from './testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const FORBIDDEN = { ok: false, code: 'FORBIDDEN' };

it('a member joins the rooms of what they may see, and of no record of a blocked user', async () => {
  const [owner, reader, blocked] = await Promise.all([enterLive(app), enterLive(app), enterLive(app)]);
  const userId = owner.id;
  const [post, event, course, draft] = await Promise.all([
    buildPost(app.em(), { userId }),
    buildEvent(app.em(), { userId }),
    buildCourse(app.em(), { userId }),
    buildCourse(app.em(), { userId, status: 'draft' }),
  ]);
  await buildBlock(app.em(), { blockerId: blocked.id, blockedId: owner.id });
  const records = [`post-${post.id}`, `event-${event.id}`, `course-${course.id}`];
  expect(await reader.live.ask('join-rooms', [...records, 'feed', 'events', 'courses', 'ads-1', 'ads-6'])).toEqual({
    ok: true,
  });
  expect(await reader.live.ask('join-room', `course-${draft.id}`)).toEqual(FORBIDDEN);
  expect(await owner.live.ask('join-room', `course-${draft.id}`)).toEqual({ ok: true });
  for (const room of records) expect(await blocked.live.ask('join-room', room)).toEqual(FORBIDDEN);
});

it('a creator joins the rooms of items and advertisements only', async () => {
  const [owner, creator] = await Promise.all([enterLive(app), enterLive(app, { role: 'creator' })]);
  const userId = owner.id;
  const [post, event, course] = await Promise.all([
    buildPost(app.em(), { userId }),
    buildEvent(app.em(), { userId }),
    buildCourse(app.em(), { userId }),
  ]);
  for (const room of [`post-${post.id}`, `event-${event.id}`, 'feed', 'events'])
    expect(await creator.live.ask('join-room', room)).toEqual(FORBIDDEN);
  expect(await creator.live.ask('join-rooms', [`course-${course.id}`, 'courses', 'ads-4'])).toEqual({ ok: true });
});

it('an advertisement reaches those who have its section on screen and the advertiser, but not across a block', async () => {
  const [owner, reader, elsewhere, blocked] = await Promise.all([
    enterLive(app, { role: 'teacher' }),
    enterLive(app),
    enterLive(app),
    enterLive(app),
  ]);
  await buildBlock(app.em(), { blockerId: blocked.id, blockedId: owner.id });
  await show(reader, 'ads-1');
  await show(blocked, 'ads-1');
  await show(elsewhere, 'ads-2');
  const input = { title: 'Tutoring', description: 'Weekly.', linkUrl: 'https://example.org/', section: 1 };
  const created = await owner.http.post('/api/advertisements', { body: input });
  expect(created.status).toBe(201);
  const id = String(created.body['id']);
  await app.pool.query("update advertisements set state = 'active' where id = $1", [id]);
  await app.pool.query(
    `insert into outbox (id, name, payload, created_at)
      values (gen_random_uuid(), 'advertisement-created', $1, now() - interval '1 minute')`,
    [{ advertisementId: id }],
  );
  for (const person of [reader, owner])
    expect(await person.live.next('advertisement-created')).toMatchObject({ id, section: 1, title: 'Tutoring' });
  await owner.http.delete(`/api/advertisements/${id}`);
  await expect
    .poll(() => receivedBy(elsewhere, 'advertisement-updated'))
    .toEqual([{ id, at: expect.any(String), withinMs: 5_000 }]);
  await settlePushes(app, [reader, elsewhere, blocked]);
  expect(receivedBy(reader, 'advertisement-created')).toHaveLength(1);
  expect(receivedBy(elsewhere, 'advertisement-created')).toEqual([]);
  expect(receivedBy(blocked, 'advertisement-created')).toEqual([]);
});
