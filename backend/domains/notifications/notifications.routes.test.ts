import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#shared/time.ts';
import { buildBlock, buildEvent, buildNotification, buildPost } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestResponse, TestClient } from '../../testing/test-client.ts';

let app: TestApp;
let ana: TestClient;
let ben: TestClient;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  [ana, ben] = [app.visitor(), app.visitor()];
  await ana.signUp('student');
  await ben.signUp('teacher');
});

type Row = Record<string, unknown> & { id: string; groupKey: string };
const idOf = (client: TestClient) => client.user?.id ?? '';
const list = async (client: TestClient, query = '') =>
  (await client.get(`/api/notifications?${query}`)).body as unknown as Row[];
const unread = async (client: TestClient) => (await client.get('/api/notifications/unread-count')).body;
const edit = (client: TestClient, id: string, body: object) => client.patch(`/api/notifications/${id}`, { body });
/** Domain events are published after the response, so their notifications arrive later. */
const arrived = (client: TestClient, count: number, query = '') =>
  expect
    .poll(() => list(client, query), { interval: 20 })
    .toHaveLength(count)
    .then(() => list(client, query));
const post = async (client: TestClient) => (await buildPost(app.em(), { userId: idOf(client) })).id;
const comment = (client: TestClient, postId: string, content = 'Well said.') =>
  client.post('/api/comments', { body: { postId, content } });
const later = (ms: number) => new Date(Date.now() + ms).toISOString();

async function mine(count: number, fields: object = {}): Promise<string[]> {
  const ids = [];
  for (let i = 0; i < count; i += 1) {
    const at = new Date(Date.now() - (count - i) * MINUTE_MS);
    ids.unshift((await buildNotification(app.em(), { userId: idOf(ana), createdAt: at, listedAt: at, ...fields })).id);
  }
  return ids;
}

describe('domain events', () => {
  it('a request and its acceptance notify the other user', async () => {
    const { body: request } = await ben.post('/api/connections', {
      body: { connectedUserId: idOf(ana), note: 'We met in Lund.' },
    });
    const [notification] = await arrived(ana, 1);
    expect(notification).toMatchObject({
      type: 'connection-request',
      // A student reads the note once accepted.
      params: { excerpt: null },
      category: 'connections',
      priority: 'medium',
      read: false,
      canAnswer: true,
      path: '/connections',
      count: 1,
      actors: [{ id: idOf(ben) }],
      sourceType: 'connection',
      sourceId: request['id'],
    });
    expect(await unread(ana)).toEqual({ total: 1, byCategory: { connections: 1 } });
    expect((await ana.get('/api/user')).body['unread']).toMatchObject({ notifications: 1 });

    await ana.patch(`/api/connections/${String(request['id'])}`, { body: { status: 'accepted' } });
    expect((await arrived(ben, 1))[0]).toMatchObject({
      type: 'connection-accepted',
      params: {},
      actors: [{ id: idOf(ana), fullName: ana.user?.fullName }],
      path: `/profile/${idOf(ana)}`,
    });
    await expect.poll(() => unread(ana)).toEqual({ total: 0, byCategory: {} });
    expect((await list(ana))[0]).toMatchObject({ canAnswer: false, read: true });
  });

  it('a decline notifies the requester', async () => {
    const { body } = await ben.post('/api/connections', { body: { connectedUserId: idOf(ana) } });
    await ana.patch(`/api/connections/${String(body['id'])}`, { body: { status: 'rejected' } });
    expect((await arrived(ben, 1))[0]).toMatchObject({ type: 'connection-rejected', params: {} });
  });

  it('comments, likes and shares notify the author, grouped by post, and never oneself', async () => {
    const id = await post(ana);
    await comment(ana, id);
    await ana.put(`/api/posts/${id}/like`);
    await ben.put(`/api/posts/${id}/like`);
    await ben.post(`/api/posts/${id}/share`, { body: { comment: 'Worth a read' } });
    await comment(ben, id, 'First');
    // Concurrent domain events are handled in parallel, so the second one is published after the first notification.
    await arrived(ana, 3);
    await comment(ben, id, 'Second');
    await expect.poll(async () => (await list(ana)).find(({ type }) => type === 'post-commented')?.['count']).toBe(2);
    const rows = await list(ana);
    expect(rows.map(({ type }) => type).toSorted()).toEqual(['post-commented', 'post-liked', 'post-shared']);
    const together = rows.find(({ type }) => type === 'post-commented');
    expect(together).toMatchObject({
      count: 2,
      params: { excerpt: 'Second' },
      actors: [{ id: idOf(ben) }],
      actorCount: 1,
      path: `/home?post=${id}`,
    });
    expect((await list(ana, `groupKey=${together?.groupKey}`)).map(({ params }) => params)).toEqual([
      { excerpt: 'Second' },
      { excerpt: 'First' },
    ]);
    expect(await unread(ana)).toEqual({ total: 3, byCategory: { posts: 3 } });
  });

  it('the same event notifies once, also when a like is removed and set again', async () => {
    const id = await post(ana);
    for (let i = 0; i < 3; i += 1) {
      await ben.put(`/api/posts/${id}/like`);
      await ben.delete(`/api/posts/${id}/like`);
    }
    await ben.put(`/api/posts/${id}/like`);
    await comment(ben, id);
    await arrived(ana, 2);
    const rows = await app
      .em()
      .execute(`select type from notifications where user_id = ? and type = 'post-liked'`, [idOf(ana)]);
    expect(rows).toHaveLength(1);
  });

  it('a like that is taken back takes its notification along, and set again it is shown without notifying', async () => {
    const id = await post(ana);
    const cat = app.visitor();
    await cat.signUp('teacher');
    for (const client of [ben, cat]) await client.put(`/api/posts/${id}/like`);
    const liked = async () => (await list(ana)).find(({ type }) => type === 'post-liked');
    await expect.poll(async () => (await liked())?.['actorCount']).toBe(2);
    await ben.delete(`/api/posts/${id}/like`);
    // The others of the group stay.
    await expect.poll(async () => (await liked())?.actors).toMatchObject([{ id: idOf(cat) }]);
    expect(await liked()).toMatchObject({ actorCount: 1, count: 1, read: false });
    await cat.delete(`/api/posts/${id}/like`);
    await expect.poll(liked).toBeUndefined();
    expect(await unread(ana)).toEqual({ total: 0, byCategory: {} });
    await ben.put(`/api/posts/${id}/like`);
    await expect.poll(liked).toMatchObject({ actorCount: 1, read: true, actors: [{ id: idOf(ben) }] });
    expect(await unread(ana)).toEqual({ total: 0, byCategory: {} });
  });

  it('a deleted comment withdraws its notification', async () => {
    const { body } = await comment(ben, await post(ana));
    await arrived(ana, 1);
    await ben.delete(`/api/comments/${String(body['id'])}`);
    await arrived(ana, 0);
  });

  it('a deleted post removes the link of its notifications, but not the text', async () => {
    const id = await post(ana);
    await comment(ben, id);
    await arrived(ana, 1);
    await ana.delete(`/api/posts/${id}`);
    await expect
      .poll(async () => (await list(ana))[0])
      .toMatchObject({ path: null, canMute: false, sourceId: null, params: { excerpt: 'Well said.' } });
  });

  it('an event that was erased with the account of its host removes the link of its notifications', async () => {
    const event = await buildEvent(app.em());
    const fields = { type: 'event-updated' as const, category: 'events' as const, sourceType: 'event' as const };
    await mine(1, { ...fields, sourceId: event.id, metadata: { excerpt: event.title } });
    expect((await list(ana))[0]).toMatchObject({ path: `/home?event=${event.id}`, canMute: true });
    await app.em().execute('delete from events where id = ?', [event.id]);
    expect((await list(ana))[0]).toMatchObject({ path: null, canMute: false });
  });

  it('a request that was declined and then replaced has no link', async () => {
    const { body } = await ben.post('/api/connections', { body: { connectedUserId: idOf(ana) } });
    await arrived(ana, 1);
    await ana.patch(`/api/connections/${String(body['id'])}`, { body: { status: 'rejected' } });
    await ana.post('/api/connections', { body: { connectedUserId: idOf(ben) } });
    expect((await list(ana))[0]).toMatchObject({ type: 'connection-request', path: null });
  });

  it('a changed password notifies the user', async () => {
    await ana.post('/api/password/change', {
      body: { currentPassword: ana.password, newPassword: 'another long password' },
    });
    expect((await arrived(ana, 1))[0]).toMatchObject({
      type: 'security',
      params: { what: 'password-changed' },
      priority: 'high',
      path: '/settings#account',
    });
  });

  it('nothing is sent when switched off, muted or blocked', async () => {
    const [quiet, heard] = [await post(ana), await post(ana)];
    await comment(ben, quiet);
    const [row] = await arrived(ana, 1);
    expect((await ana.put(`/api/notifications/${row?.id}/mute`)).status).toBe(204);
    expect((await list(ana))[0]).toMatchObject({ isMuted: true });
    await ana.patch('/api/notifications/preferences', { body: { types: { 'post-liked': { inApp: false } } } });
    await ana.patch('/api/preferences', { body: { connectionNotifications: false } });
    await comment(ben, quiet, 'unheard');
    await ben.put(`/api/posts/${heard}/like`);
    await ben.post('/api/connections', { body: { connectedUserId: idOf(ana) } });
    await comment(ben, heard, 'heard');
    expect((await arrived(ana, 2)).map(({ params }) => params)).toEqual([
      { excerpt: 'heard' },
      { excerpt: 'Well said.' },
    ]);
    const preferences = (await ana.get('/api/notifications/preferences')).body;
    expect(preferences['muted']).toMatchObject([{ sourceType: 'post', sourceId: quiet, title: 'A post to read.' }]);
    expect(preferences['types']).toMatchObject({
      'post-liked': { inApp: false, email: false, push: false },
      'connection-request': { email: true },
    });

    await ana.delete(`/api/notifications/mutes?sourceType=post&sourceId=${quiet}`);
    expect((await ana.get('/api/notifications/preferences')).body['muted']).toEqual([]);
    await buildBlock(app.em(), { blockerId: idOf(ana), blockedId: idOf(ben) });
    expect(await list(ana)).toEqual([]);
    expect(await unread(ana)).toEqual({ total: 0, byCategory: {} });
  });
});

describe('the list', () => {
  it('is read, done, snoozed and deleted, one by one, and each can be undone', async () => {
    const [newest = '', older = ''] = await mine(2);
    expect((await edit(ana, newest, { read: true })).body).toMatchObject({ read: true });
    expect((await list(ana, 'filter=unread')).map(({ id }) => id)).toEqual([older]);
    expect((await edit(ana, newest, { read: false })).body).toMatchObject({ read: false });

    expect((await edit(ana, newest, { done: true })).body).toMatchObject({ done: true, read: false });
    expect((await list(ana)).map(({ id }) => id)).toEqual([older]);
    expect((await list(ana, 'filter=done')).map(({ id }) => id)).toEqual([newest]);
    await edit(ana, newest, { done: false });

    const until = later(HOUR_MS);
    expect((await edit(ana, older, { snoozedUntil: until })).body).toMatchObject({ snoozedUntil: until });
    expect((await list(ana, 'filter=snoozed')).map(({ id }) => id)).toEqual([older]);
    expect(await unread(ana)).toMatchObject({ total: 1 });
    await edit(ana, older, { snoozedUntil: null });
    expect((await list(ana)).map(({ id }) => id)).toEqual([newest, older]);

    expect((await ana.delete(`/api/notifications/${newest}`)).status).toBe(204);
    expect((await ana.delete(`/api/notifications/${newest}`)).status).toBe(404);
    expect((await edit(ana, newest, { read: true })).status).toBe(404);
    expect((await list(ana)).map(({ id }) => id)).toEqual([older]);
    expect((await ana.put(`/api/notifications/${newest}`)).body).toMatchObject({ id: newest });
    expect((await list(ana)).map(({ id }) => id)).toEqual([newest, older]);
    expect((await ana.put(`/api/notifications/${newest}`)).status).toBe(404);
  });

  it('a group of fifty is listed as one, opened, deleted and restored as one', async () => {
    await mine(50, { groupKey: 'post-liked:1', type: 'post-liked' });
    const [single = ''] = await mine(1);
    const [first, second] = await list(ana);
    const both = [first, second].toSorted((a, b) => Number(a?.['count']) - Number(b?.['count']));
    expect(both).toMatchObject([{ id: single, count: 1 }, { count: 50 }]);
    const id = both[1]?.id ?? '';
    expect(await unread(ana)).toMatchObject({ total: 2 });
    expect(await list(ana, 'groupKey=post-liked:1&limit=50')).toHaveLength(50);

    await edit(ana, id, { read: true, isGroup: true });
    expect(await unread(ana)).toMatchObject({ total: 1 });
    await edit(ana, id, { done: true, isGroup: true });
    expect((await list(ana)).map((row) => row.id)).toEqual([single]);
    expect(await list(ana, 'filter=done')).toMatchObject([{ count: 50 }]);
    await edit(ana, id, { done: false, isGroup: true });
    await ana.delete(`/api/notifications/${id}?isGroup=true`);
    expect((await list(ana)).map((row) => row.id)).toEqual([single]);
    await ana.put(`/api/notifications/${id}`);
    expect((await list(ana)).map(({ count }) => count).toSorted()).toEqual([1, 50]);
  });

  it('is returned in pages for twenty thousand, half of them one group', async () => {
    // The owner's connection has no time limit.
    await app.runAsOwner(
      `insert into notifications (id, user_id, type, category, group_key, created_at, listed_at)
        select gen_random_uuid(), '${idOf(ana)}', 'post-liked', 'posts', case when g <= 10000 then 'one'
          else 'g' || g end, now(), now() - g * interval '1 second' from generate_series(1, 20000) g`,
    );
    const page = await ana.get('/api/notifications?limit=50');
    expect((page.body as unknown as Row[]).map(({ count }) => count)).toEqual([
      10_000,
      ...Array.from({ length: 49 }, () => 1),
    ]);
    expect(await list(ana, `limit=50&cursor=${page.headers.get('x-next-cursor')}`)).toHaveLength(50);
    // More than 99 are not counted.
    expect(await unread(ana)).toMatchObject({ total: 100 });
  });

  it('pages, filters by category and priority, and excludes expired ones', async () => {
    const ids = await mine(7);
    await mine(1, { expiresAt: new Date(Date.now() - MINUTE_MS) });
    const [security = ''] = await mine(1, {
      type: 'security',
      category: 'account',
      priority: 'high',
      createdAt: new Date(0),
      listedAt: new Date(0),
    });
    const listed: string[] = [];
    let page: TestResponse | undefined;
    do {
      const cursor = page?.headers.get('x-next-cursor');
      page = await ana.get(`/api/notifications?limit=3${cursor ? `&cursor=${cursor}` : ''}`);
      listed.push(...(page.body as unknown as Row[]).map(({ id }) => id));
    } while (page.headers.has('x-next-cursor'));
    expect(listed).toEqual([...ids, security]);
    expect((await list(ana, 'category=account')).map(({ id }) => id)).toEqual([security]);
    expect(await list(ana, 'priority=high&category=posts')).toEqual([]);
    expect((await ana.get('/api/notifications?filter=none')).status).toBe(400);
    expect((await ana.get('/api/notifications?cursor=none')).status).toBe(400);
  });

  it('is read up to a notification, by category, and only that is undone', async () => {
    const [newest, , oldest] = await mine(3);
    await edit(ana, oldest ?? '', { read: true });
    const [other = ''] = await mine(1, { category: 'connections', createdAt: new Date(0), listedAt: new Date(0) });
    const upTo = await ana.post('/api/notifications/read-all', { body: { upToId: oldest } });
    expect(upTo.body).toMatchObject({ updated: 1 });
    expect((await list(ana, 'filter=unread')).map(({ id }) => id)).not.toContain(other);
    const all = await ana.post('/api/notifications/read-all', { body: { category: 'posts' } });
    expect(all.body).toMatchObject({ updated: 2 });
    expect(await unread(ana)).toMatchObject({ total: 0 });
    await ana.post('/api/notifications/read-all', { body: { undo: all.body['readAt'] } });
    expect(await unread(ana)).toEqual({ total: 2, byCategory: { posts: 2 } });
    expect((await list(ana, 'filter=unread')).map(({ id }) => id)).toContain(newest);
  });

  it('rejects times that are not in the future', async () => {
    const [id = ''] = await mine(1);
    for (const snoozedUntil of [later(-MINUTE_MS), later(400 * DAY_MS), 'tomorrow'])
      expect((await edit(ana, id, { snoozedUntil })).status).toBe(400);
    expect((await ben.get(`/api/notifications?groupKey=${id}`)).body).toEqual([]);
  });
});

describe('preferences', () => {
  it('change only the given fields', async () => {
    const change = (body: object) => ana.patch('/api/notifications/preferences', { body });
    await change({ types: { 'post-liked': { email: true } } });
    const { body } = await change({ types: { 'post-liked': { push: true } }, digest: 'daily', digestHour: 18 });
    expect(body).toMatchObject({
      types: { 'post-liked': { inApp: true, email: true, push: true } },
      digest: 'daily',
      digestHour: 18,
      muted: [],
    });
    expect(body['types']).not.toHaveProperty('security');
    for (const wrong of [
      { digestHour: 24 },
      { digest: 'weekly' },
      { types: { security: { inApp: false } } },
      { types: { other: {} } },
    ]) {
      expect((await change(wrong)).status).toBe(400);
    }
  });

  it('do not prevent a test', async () => {
    await ana.patch('/api/preferences', { body: { emailNotifications: false, pushNotifications: false } });
    expect((await ana.post('/api/notifications/test', { body: { channel: 'inApp' } })).status).toBe(204);
    expect(await arrived(ana, 1)).toMatchObject([{ type: 'test', params: {}, path: '/settings#account' }]);
    expect((await ana.post('/api/notifications/test', { body: { channel: 'push' } })).status).toBe(404);
  });

  it('send no email to an unconfirmed address', async () => {
    expect((await ana.post('/api/notifications/test', { body: { channel: 'email' } })).body).toMatchObject({
      code: 'NOT_ALLOWED',
    });
    await app.pool.query('update users set email_verified_at = now() where id = $1', [ana.user?.id]);
    expect((await ana.post('/api/notifications/test', { body: { channel: 'email' } })).status).toBe(204);
  });
});
