import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildBlock, buildConnection, buildCourse, buildUser, buildVerification } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { Enrollment } from '../courses/enrollment.entity.ts';
import { EventAttendee } from '../events/event-attendee.entity.ts';
import { Event } from '../events/event.entity.ts';
import { fillIndex } from '../search/search.documents.ts';
import { searchSources } from '../../search-documents.ts';

let app: TestApp;
let ana: TestClient;
let ben: TestClient;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  [ana, ben] = [app.visitor(), app.visitor()];
  await ana.signUp('student', { institution: 'Northfield', position: 'Botany student' });
  await ben.signUp('teacher', { institution: 'Northfield' });
});

const idOf = (client: TestClient) => client.user?.id ?? '';
const profile = async (viewer: TestClient, id = 'me', query = '') =>
  (await viewer.get(`/api/users/${id}${query}`)).body;
const list = async (viewer: TestClient, path: string) =>
  (await viewer.get(path)).body as unknown as { id: string; relation?: string }[];
const hide = (client: TestClient, fieldVisibility: object) =>
  client.patch('/api/privacy', { body: { fieldVisibility } });
const connect = (userId: string, connectedUserId: string) =>
  buildConnection(app.em(), { userId, connectedUserId, status: 'accepted' });
const ENTRY = { kind: 'education' as const, place: 'Northfield', what: 'BSc', start: '2020-09', end: null };
const confirm = (userId: string, institutionId: string) =>
  buildVerification(app.em(), { userId, institutionId, entry: ENTRY, status: 'confirmed' });
const study = { institution: 'Northfield', degree: 'BSc', field: '', start: '2020-09', end: null, description: '' };
const write = async (client: TestClient, body: object) =>
  client.patch('/api/profile', { body, headers: { 'If-Match': `"${String((await profile(client))['version'])}"` } });

describe('a field of a profile', () => {
  it('is visible to its audience only, and always to its owner', async () => {
    await write(ana, { bio: 'I like plants.', educationData: [study] });
    const [institution, colleague, friend] = [
      await buildUser(app.em(), { role: 'institution' }),
      app.visitor(),
      app.visitor(),
    ];
    await colleague.signUp('student');
    await friend.signUp('student');
    await confirm(idOf(ana), institution.id);
    await confirm(idOf(colleague), institution.id);
    await connect(idOf(ana), idOf(friend));
    const seenBy = async (audience: string) => {
      await hide(ana, { bio: audience });
      const views = [];
      for (const viewer of [ben, friend, colleague, ana])
        views.push((await profile(viewer, viewer === ana ? 'me' : idOf(ana)))['bio'] !== null);
      return views;
    };
    expect(await seenBy('everyone')).toEqual([true, true, true, true]);
    expect(await seenBy('connections')).toEqual([false, true, false, true]);
    expect(await seenBy('institution')).toEqual([false, false, true, true]);
    expect(await seenBy('me')).toEqual([false, false, false, true]);
    await hide(ana, { educationData: 'me', position: 'me', institution: 'me' });
    expect(await profile(ben, idOf(ana))).toMatchObject({
      educationData: [],
      claims: [],
      position: null,
      institution: null,
      viewer: { sees: ['experienceData'] },
    });
  });

  it('can be previewed as others see it', async () => {
    await write(ana, { bio: 'I like plants.' });
    await hide(ana, { bio: 'connections', position: 'institution' });
    const as = (name: string) => profile(ana, 'me', `?as=${name}`);
    expect(await as('everyone')).toMatchObject({
      bio: null,
      position: null,
      counts: { connections: null },
      viewer: { isSelf: false },
    });
    expect(await as('connections')).toMatchObject({
      bio: 'I like plants.',
      position: null,
      counts: { connections: 0 },
      viewer: { relation: { state: 'accepted' } },
    });
    expect(await as('institution')).toMatchObject({ bio: null, position: 'Botany student' });
    expect((await ana.get('/api/users/me?as=nobody')).status).toBe(400);
  });
});

it('hidden connections are not revealed by mutual ones', async () => {
  const [common, far] = [
    await buildUser(app.em(), { fullName: 'Cleo' }),
    await buildUser(app.em(), { fullName: 'Far' }),
  ];
  for (const id of [idOf(ana), idOf(ben)]) await connect(id, common.id);
  await connect(common.id, far.id);
  const house = await buildUser(app.em(), { role: 'institution' });
  for (const id of [idOf(ana), idOf(ben)]) await confirm(id, house.id);
  const counted = async (path: string) => {
    const rows = (await ben.get(path)).body as unknown as { user: { id: string }; mutualCount: number }[];
    return rows.find(({ user }) => user.id === idOf(ana))?.mutualCount;
  };
  const shownConnections = async () => {
    const { people } = (await ben.get(`/api/users/${idOf(ana)}/mutual`)).body as unknown as { people: unknown[] };
    return {
      count: (await profile(ben, idOf(ana)))['viewer']?.['mutualCount'],
      people: people.length,
      list: (await list(ben, `/api/connections/mutual/${idOf(ana)}`)).length,
      counted: (await counted('/api/connections/suggestions')) ?? (await counted('/api/connections')),
    };
  };
  expect(await shownConnections()).toEqual({ count: 1, people: 1, list: 1, counted: 1 });
  await hide(ana, { connections: 'me' });
  // The institution that confirmed both still suggests her.
  expect(await shownConnections()).toEqual({ count: 0, people: 0, list: 0, counted: 0 });
  await connect(idOf(ana), idOf(ben));
  expect(await shownConnections()).toEqual({ count: 0, people: 0, list: 0, counted: 0 });
});

describe('the lists of a profile', () => {
  it('hide connections, courses and events of a student from users without a connection', async () => {
    const friend = await buildUser(app.em(), { role: 'teacher' });
    await connect(idOf(ana), friend.id);
    const [made, learned] = [await buildCourse(app.em(), { userId: idOf(ana) }), await buildCourse(app.em())];
    await buildCourse(app.em(), { userId: idOf(ana), status: 'draft' });
    const em = app.em();
    em.create(Enrollment, { userId: idOf(ana), courseId: learned.id });
    const about = { description: 'x', location: 'Hall', userId: idOf(ben) };
    const event = em.create(Event, { ...about, title: 'Open lecture', date: new Date('2026-12-01T18:00:00Z') });
    em.create(EventAttendee, { eventId: event.id, userId: idOf(ana) });
    await em.flush();
    const base = `/api/users/${idOf(ana)}`;
    expect(await list(ben, `${base}/courses`)).toMatchObject([{ id: made.id, relation: 'author', currency: 'USD' }]);
    expect(await list(ben, `${base}/events`)).toEqual([]);
    expect((await ben.get(`${base}/connections`)).status).toBe(404);
    await connect(idOf(ana), idOf(ben));
    expect((await list(ben, `${base}/courses`)).map(({ relation }) => relation).toSorted()).toEqual([
      'author',
      'learner',
    ]);
    expect(await list(ben, `${base}/events`)).toMatchObject([
      { id: event.id, relation: 'going', host: { id: idOf(ben) } },
    ]);
    expect((await list(ben, `${base}/connections`)).map(({ id }) => id)).toContain(friend.id);
    expect(await list(ana, `${base}/courses`)).toHaveLength(3);
    expect(await list(ana, `/api/users/${idOf(ben)}/events`)).toMatchObject([{ relation: 'host' }]);
  });

  it('contain the user’s own posts, and connections in pages without a gap', async () => {
    await ben.post('/api/posts', { body: { content: 'mine' } });
    await ana.post('/api/posts', { body: { content: 'not mine' } });
    expect(await list(ana, `/api/users/${idOf(ben)}/posts`)).toMatchObject([{ content: 'mine' }]);
    const friends = [];
    for (let index = 0; index < 5; index += 1) friends.push((await buildUser(app.em(), { role: 'teacher' })).id);
    for (const [index, id] of friends.entries()) await (index % 2 ? connect(id, idOf(ben)) : connect(idOf(ben), id));
    const listed: string[] = [];
    let path: string | undefined = `/api/users/${idOf(ben)}/connections?limit=2`;
    while (path !== undefined) {
      const answer = await ana.get(path);
      listed.push(...(answer.body as unknown as { id: string }[]).map(({ id }) => id));
      const cursor = answer.headers.get('x-next-cursor');
      path = cursor === null ? undefined : `/api/users/${idOf(ben)}/connections?limit=2&cursor=${cursor}`;
    }
    expect(listed).toHaveLength(5);
    expect(new Set(listed)).toEqual(new Set(friends));
  });

  it('of an institution contain the users it has confirmed whose entries are visible', async () => {
    const house = app.visitor();
    await house.signUp('institution');
    await confirm(idOf(ana), idOf(house));
    await confirm(idOf(ben), idOf(house));
    await hide(ana, { educationData: 'connections' });
    const stranger = app.visitor();
    await stranger.signUp('student');
    const path = `/api/users/${idOf(house)}/people`;
    expect((await list(stranger, path)).map(({ id }) => id)).toEqual([idOf(ben)]);
    expect((await list(house, path)).map(({ id }) => id)).toEqual([idOf(ben), idOf(ana)]);
    // A user with two confirmed entries is listed once, by the newer one, also across pages.
    await confirm(idOf(ana), idOf(house));
    const first = await house.get(`${path}?limit=1`);
    const second = await house.get(`${path}?limit=1&cursor=${String(first.headers.get('x-next-cursor'))}`);
    expect([first, second].map(({ body }) => (body as unknown as { id: string }[]).map(({ id }) => id))).toEqual([
      [idOf(ana)],
      [idOf(ben)],
    ]);
    expect(second.headers.get('x-next-cursor')).toBeNull();
    expect(await profile(stranger, idOf(house))).toMatchObject({ counts: { people: 2 } });
    expect(await list(stranger, `/api/users/${idOf(ben)}/people`)).toEqual([]);
  });
});

describe('what two users have in common', () => {
  it('is listed by type, with the months at a shared institution', async () => {
    const friend = await buildUser(app.em(), { fullName: 'Cara Lind' });
    await connect(friend.id, idOf(ana));
    await connect(friend.id, idOf(ben));
    await write(ana, { educationData: [study] });
    await write(ben, { educationData: [study] });
    const places = async () => (await ben.get(`/api/users/${idOf(ana)}/mutual`)).body['places'];
    // Both wrote the same name, which no institution has confirmed.
    expect(await places()).toEqual([]);
    const house = await buildUser(app.em(), { role: 'institution', fullName: 'Northfield' });
    const claim = (userId: string, entry: object) =>
      buildVerification(app.em(), {
        userId,
        institutionId: house.id,
        entry: { ...ENTRY, ...entry },
        status: 'confirmed',
      });
    await claim(idOf(ana), {});
    expect(await places()).toEqual([]);
    await claim(idOf(ana), { start: '2018-09', end: '2019-06' });
    await claim(idOf(ben), { kind: 'experience', start: '2014-01', end: '2021-05' });
    const common = (await ben.get(`/api/users/${idOf(ana)}/mutual`)).body;
    expect(common).toMatchObject({
      people: [{ id: friend.id }],
      places: [
        { name: 'Northfield', mine: { start: '2014-01', end: '2021-05' }, theirs: { start: '2018-09', end: null } },
      ],
      courses: [],
      events: [],
    });
    await hide(ana, { educationData: 'me' });
    expect((await ben.get(`/api/users/${idOf(ana)}/mutual`)).body).toMatchObject({ places: [] });
  });
});

describe('the list of users', () => {
  it('contains students who are listed, connected with the viewer, or searched by username', async () => {
    const tag = `Zz${Date.now()}`;
    const [hidden, open, friend, teacher] = [
      await buildUser(app.em(), { fullName: `${tag} one`, username: `hidden${Date.now()}` }),
      app.visitor(),
      await buildUser(app.em(), { fullName: `${tag} three` }),
      await buildUser(app.em(), { fullName: `${tag} four`, role: 'teacher' }),
    ];
    await open.signUp('student', { fullName: `${tag} two` });
    await open.patch('/api/privacy', { body: { directory: true } });
    await connect(friend.id, idOf(ana));
    await fillIndex(app.em(), searchSources);
    const find = async (q: string) => (await list(ana, `/api/users?q=${q}`)).map(({ id }) => id);
    expect((await find(tag)).toSorted()).toEqual([idOf(open), friend.id, teacher.id].toSorted());
    expect(await find(hidden.username)).toEqual([hidden.id]);
    await buildBlock(app.em(), { blockerId: teacher.id, blockedId: idOf(ana) });
    expect(await find(tag)).not.toContain(teacher.id);
    expect(await find('%')).toEqual([]);
  });

  it('filters by role and by institution, unless the institution is hidden', async () => {
    const institution = `House ${Date.now()}`;
    const [teacher, hidden] = [
      await buildUser(app.em(), { role: 'teacher', institution }),
      await buildUser(app.em(), { role: 'teacher', institution, isInstitutionPublic: false }),
    ];
    const ids = (await list(ana, `/api/users?role=teacher&institution=${institution.toUpperCase()}`)).map(
      ({ id }) => id,
    );
    expect(ids).toEqual([teacher.id]);
    expect(ids).not.toContain(hidden.id);
  });
});

describe('whether a user can be contacted', () => {
  it('depends on their settings and the relationship of the viewer', async () => {
    expect(await profile(ben, idOf(ana))).toMatchObject({
      viewer: { canMessage: false, canCall: false, canConnect: true },
    });
    expect(await profile(ana, idOf(ben))).toMatchObject({ viewer: { canMessage: true, canCall: false } });
    await connect(idOf(ana), idOf(ben));
    expect(await profile(ben, idOf(ana))).toMatchObject({ viewer: { canMessage: true, canCall: true } });
    await ana.patch('/api/privacy', { body: { whoCanCall: 'none', whoCanConnect: 'connections' } });
    expect(await profile(ben, idOf(ana))).toMatchObject({ viewer: { canCall: false, canConnect: false } });
  });
});
