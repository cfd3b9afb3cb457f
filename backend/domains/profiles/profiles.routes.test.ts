import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildBlock, buildConnection, buildMessage, buildPost, buildUser } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';

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

const idOf = (client: TestClient) => client.user?.id ?? '';
const profileOf = async (viewer: TestClient, id = 'me') => (await viewer.get(`/api/users/${id}`)).body;
const edit = async (client: TestClient, body: object, version?: string) =>
  client.patch('/api/profile', {
    body,
    headers: { 'If-Match': `"${version ?? String((await profileOf(client))['version'])}"` },
  });
const STUDY = {
  institution: 'Uppsala',
  degree: 'BSc',
  field: 'Biology',
  start: '2020-09',
  end: '2023-06',
  description: '',
};

describe('a profile', () => {
  it('contains the card, counts and the relationship of the viewer, but no email', async () => {
    const friend = await buildUser(app.em());
    await buildPost(app.em(), { userId: idOf(ben) });
    for (const userId of [idOf(ana), idOf(ben)])
      await buildConnection(app.em(), { userId: friend.id, connectedUserId: userId, status: 'accepted' });
    const view = await profileOf(ana, idOf(ben));
    expect(view).toMatchObject({
      counts: { connections: 1, posts: 1, courses: 0 },
      viewer: { isSelf: false, mutualCount: 1, relation: { state: 'none', connectionId: null } },
    });
    expect(Object.keys(view)).not.toContain('email');
    await ana.post('/api/connections', { body: { connectedUserId: idOf(ben) } });
    expect(await profileOf(ana, idOf(ben))).toMatchObject({ viewer: { relation: { state: 'sent' } } });
    expect(await profileOf(ben, idOf(ana))).toMatchObject({ viewer: { relation: { state: 'received' } } });
  });

  it('counts only users who are visible to the viewer', async () => {
    const [friend, blocked] = [await buildUser(app.em()), await buildUser(app.em())];
    for (const userId of [friend.id, blocked.id]) {
      for (const connectedUserId of [idOf(ana), idOf(ben)])
        await buildConnection(app.em(), { userId, connectedUserId, status: 'accepted' });
    }
    await buildBlock(app.em(), { blockerId: blocked.id, blockedId: idOf(ana) });
    expect(await profileOf(ana, idOf(ben))).toMatchObject({ counts: { connections: 1 }, viewer: { mutualCount: 1 } });
    expect((await ana.get(`/api/users/${idOf(ben)}/connections`)).body).toHaveLength(1);
  });

  it('of a creator is visible only to them', async () => {
    const creator = app.visitor();
    await creator.signUp('creator');
    expect((await ana.get(`/api/users/${idOf(creator)}`)).status).toBe(404);
    expect((await creator.get('/api/users/me')).status).toBe(200);
  });
});

describe('an edit', () => {
  it('changes the given fields, clears empty ones, and no others', async () => {
    await edit(ana, { bio: 'I like plants.', position: 'Student', educationData: [STUDY] });
    const answer = await edit(ana, { bio: '', fullName: ' Ana María Ruiz ' });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      fullName: 'Ana María Ruiz',
      bio: null,
      position: 'Student',
      educationData: [STUDY],
    });
  });

  it('is rejected for an older version and without a version, and nothing is lost', async () => {
    const { version } = await profileOf(ana);
    expect((await edit(ana, { bio: 'first' }, String(version))).status).toBe(200);
    expect((await edit(ana, { bio: 'second' }, String(version))).body).toMatchObject({ code: 'STALE' });
    expect((await ana.patch('/api/profile', { body: { bio: 'third' }, headers: { 'if-match': '' } })).status).toBe(412);
    expect(await profileOf(ana)).toMatchObject({ bio: 'first' });
  });

  it.each([
    ['an end before the start', { educationData: [{ ...STUDY, end: '2019-01' }] }],
    ['a month that is none', { educationData: [{ ...STUDY, start: '2020-13' }] }],
    ['an unnamed institution', { educationData: [{ ...STUDY, institution: ' ' }] }],
    ['an unknown field of a line', { educationData: [{ ...STUDY, verified: true }] }],
    ['too many lines', { educationData: Array.from({ length: 31 }, () => STUDY) }],
    ['no name', { fullName: '  ' }],
    ['a role', { role: 'creator' }],
  ])('is refused with %s', async (_case, body) => {
    expect((await edit(ana, body)).status).toBe(400);
  });

  it('is not overwritten by a concurrent one', async () => {
    const { version } = await profileOf(ana);
    await ana.token();
    const answers = await Promise.all(['one', 'two'].map((bio) => edit(ana, { bio }, String(version))));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412]);
  });
});

describe('a block', () => {
  it('hides both from each other, ends their connection, is listed and can be removed', async () => {
    await buildConnection(app.em(), { userId: idOf(ana), connectedUserId: idOf(ben), status: 'accepted' });
    expect((await ana.put(`/api/users/${idOf(ben)}/block`)).status).toBe(204);
    expect((await ana.put(`/api/users/${idOf(ben)}/block`)).status).toBe(204);
    expect([
      (await ana.get(`/api/users/${idOf(ben)}`)).status,
      (await ben.get(`/api/users/${idOf(ana)}`)).status,
    ]).toEqual([404, 404]);
    expect((await ben.post('/api/connections', { body: { connectedUserId: idOf(ana) } })).status).toBe(404);
    expect((await ana.get('/api/blocks')).body).toMatchObject([{ id: idOf(ben) }]);
    expect((await ben.get('/api/blocks')).body).toEqual([]);
    expect((await ana.delete(`/api/users/${idOf(ben)}/block`)).status).toBe(204);
    expect(await profileOf(ana, idOf(ben))).toMatchObject({ viewer: { relation: { state: 'none' } } });
    expect((await ana.put(`/api/users/${idOf(ana)}/block`)).status).toBe(400);
  });

  it('cannot be used to learn who blocks the viewer, or how they look now', async () => {
    const unknown = await ana.put('/api/users/0190a7c2-0000-7000-8000-000000000000/block');
    await ben.put(`/api/users/${idOf(ana)}/block`);
    const hidden = await ana.put(`/api/users/${idOf(ben)}/block`);
    expect([hidden.status, hidden.body['code'], hidden.body['message']]).toEqual([
      404,
      unknown.body['code'],
      unknown.body['message'],
    ]);
    expect((await ana.get('/api/blocks')).body).toEqual([]);
    // Two who have written with each other may block each other, and see nothing that is new.
    await buildMessage(app.em(), { senderId: idOf(ben), receiverId: idOf(ana) });
    expect((await ana.put(`/api/users/${idOf(ben)}/block`)).status).toBe(204);
    expect((await ana.get('/api/blocks')).body).toEqual([{ id: idOf(ben), user: null }]);
    await ben.delete(`/api/users/${idOf(ana)}/block`);
    expect((await ana.get('/api/blocks')).body).toMatchObject([
      { id: idOf(ben), user: { fullName: ben.user?.fullName } },
    ]);
  });
});
