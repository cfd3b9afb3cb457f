import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildBlock } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { connectTwoClients } from '../../testing/two-clients.ts';

let app: TestApp;
let ana: TestClient;
let house: TestClient;

const STUDY = {
  institution: 'Northfield',
  degree: 'BSc',
  field: 'Biology',
  start: '2020-09',
  end: null,
  description: '',
};

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  [ana, house] = [app.visitor(), app.visitor()];
  await ana.signUp('student');
  await house.signUp('institution', { fullName: 'Northfield' });
  await write({ educationData: [STUDY] });
});

const idOf = (client: TestClient) => client.user?.id ?? '';
const own = async () => (await ana.get('/api/users/me')).body;
const write = async (body: object) =>
  ana.patch('/api/profile', { body, headers: { 'If-Match': `"${String((await own())['version'])}"` } });
const entries = async () => (await own())['educationData'] as unknown as { id: string }[];
const claim = async (institution = idOf(house)) =>
  ana.post('/api/verifications', { body: { entryId: (await entries())[0]?.id, institutionId: institution } });
const decide = (id: unknown, status: string, client = house) =>
  client.patch(`/api/verifications/${String(id)}`, { body: { status } });
const visibleClaims = async () => {
  const stranger = app.visitor();
  await stranger.signUp('teacher');
  return (await stranger.get(`/api/users/${idOf(ana)}`)).body['claims'];
};

describe('a claim', () => {
  it('is pending and visible only to the member, then visible to everyone with institution and time, and can be revoked', async () => {
    const made = await claim();
    expect(made.status).toBe(201);
    expect((await house.get('/api/verifications')).body).toMatchObject([
      {
        id: made.body['id'],
        status: 'pending',
        user: { id: idOf(ana) },
        entry: { kind: 'education', place: 'Northfield', what: 'BSc, Biology', start: '2020-09', end: null },
      },
    ]);
    expect(await visibleClaims()).toEqual([]);
    expect((await own())['claims']).toMatchObject([{ status: 'pending' }]);
    expect((await decide(made.body['id'], 'confirmed')).status).toBe(200);
    expect(await visibleClaims()).toMatchObject([
      {
        status: 'confirmed',
        institution: { id: idOf(house), fullName: 'Northfield' },
        decidedAt: expect.any(String) as string,
      },
    ]);
    expect((await decide(made.body['id'], 'declined')).body).toMatchObject({ code: 'ALREADY_ANSWERED' });
    expect((await house.get('/api/verifications?status=confirmed')).body).toHaveLength(1);
    expect((await decide(made.body['id'], 'revoked')).status).toBe(200);
    expect(await visibleClaims()).toEqual([]);
  });

  it('ends as soon as its entry changes, but not with a new description or order', async () => {
    const made = await claim();
    await decide(made.body['id'], 'confirmed');
    const [entry] = await entries();
    await write({
      educationData: [
        { ...STUDY, start: '2016-09', end: '2019-06' },
        { ...STUDY, id: entry?.id, description: 'With a thesis on beetles.' },
      ],
    });
    expect(await visibleClaims()).toMatchObject([{ status: 'confirmed' }]);
    await write({ educationData: [{ ...STUDY, id: entry?.id, degree: 'PhD' }] });
    expect(await visibleClaims()).toEqual([]);
    expect((await own())['claims']).toEqual([]);
  });

  it('does not apply to an entry of the other list with the same id', async () => {
    const made = await claim();
    await decide(made.body['id'], 'confirmed');
    const [entry] = await entries();
    const post = {
      id: entry?.id,
      title: 'Rector',
      company: 'Northfield',
      location: '',
      start: '2021-01',
      end: null,
      description: '',
    };
    expect((await write({ experienceData: [post] })).status).toBe(200);
    const { educationData, experienceData, claims } = (await own()) as unknown as Record<
      string,
      { id: string; entryId: string }[]
    >;
    expect(educationData?.map(({ id }) => id)).toEqual([entry?.id]);
    expect(experienceData?.map(({ id }) => id)).not.toContain(entry?.id);
    expect(claims?.map(({ entryId }) => entryId)).toEqual([entry?.id]);
  });

  it('ends without a push to an institution that was blocked in the meantime', async () => {
    const made = await claim();
    await decide(made.body['id'], 'confirmed');
    await expect.poll(async () => (await app.pool.query('select from outbox')).rowCount).toBe(0);
    const [mine, theirs] = await connectTwoClients(ana, house);
    await ana.put(`/api/users/${idOf(house)}/block`);
    const [entry] = await entries();
    await write({ educationData: [{ ...STUDY, id: entry?.id, degree: 'PhD' }] });
    // One for the profile and one for the claim; the acknowledgement is sent after earlier pushes.
    await expect.poll(() => mine.frames.filter(({ name }) => name === 'profile-updated').length).toBe(2);
    await theirs.ask('leave-room', `user-${idOf(house)}`);
    expect(theirs.frames.map(({ name }) => name)).not.toContain('profile-updated');
    mine.close();
    theirs.close();
  });

  it('is rejected for the entry of another user, a member that is no institution, and a second time', async () => {
    const other = app.visitor();
    await other.signUp('teacher');
    const [entry] = await entries();
    expect(
      (await other.post('/api/verifications', { body: { entryId: entry?.id, institutionId: idOf(house) } })).status,
    ).toBe(404);
    expect((await claim(idOf(other))).status).toBe(404);
    await claim();
    expect((await claim()).body).toMatchObject({ code: 'EXISTS' });
  });

  it('is hidden while the member or the institution blocks the other', async () => {
    const made = await claim();
    await buildBlock(app.em(), { blockerId: idOf(ana), blockedId: idOf(house) });
    expect((await house.get('/api/verifications')).body).toEqual([]);
    expect((await decide(made.body['id'], 'confirmed')).status).toBe(404);
  });

  it('is decided only by its institution, and withdrawn only by the member', async () => {
    const made = await claim();
    const other = app.visitor();
    await other.signUp('institution');
    expect((await decide(made.body['id'], 'confirmed', other)).status).toBe(404);
    expect((await other.delete(`/api/verifications/${String(made.body['id'])}`)).status).toBe(404);
    expect((await ana.delete(`/api/verifications/${String(made.body['id'])}`)).status).toBe(204);
    expect((await claim()).status).toBe(201);
  });

  it('cannot be withdrawn and repeated once it is declined', async () => {
    const made = await claim();
    await decide(made.body['id'], 'declined');
    expect((await ana.delete(`/api/verifications/${String(made.body['id'])}`)).status).toBe(404);
    expect((await claim()).body).toMatchObject({ code: 'EXISTS' });
    expect((await decide(made.body['id'], 'confirmed')).status).toBe(200);
  });

  it('is pushed to both sides at each change', async () => {
    const [member, institution] = await connectTwoClients(
      { url: app.url, cookie: ana.cookie },
      { url: app.url, cookie: house.cookie },
    );
    const made = await claim();
    expect(await institution.next('profile-updated')).toMatchObject({ id: idOf(ana) });
    member.frames.length = 0;
    await decide(made.body['id'], 'confirmed');
    expect(await member.next('profile-updated')).toMatchObject({ id: idOf(ana) });
    for (const client of [member, institution]) client.close();
  });
});
