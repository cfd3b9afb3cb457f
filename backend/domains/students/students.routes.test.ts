import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import type { DirectoryField, ListingView, StudentFacets, StudentView } from '#shared/api/students.ts';
import { DIRECTORY_FIELDS } from '#shared/api/students.ts';
import { buildBlock, buildConnection, buildCourse, buildUser } from '../../testing/builders.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { Enrollment } from '../courses/enrollment.entity.ts';

let app: TestApp;
let ana: TestClient;
let tom: TestClient;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.em().execute('delete from directory_listings');
  [ana, tom] = [app.visitor(), app.visitor()];
  await ana.signUp('student', { fullName: 'Ana Öberg', institution: 'Northfield University' });
  await tom.signUp('teacher');
  await ana.send('PATCH', '/api/profile', {
    headers: { 'if-match': String((await ana.get('/api/users/me')).body['version']) },
    body: {
      bio: 'Cells  and\nbirds.',
      educationData: [
        { institution: 'Old School', degree: '', field: 'Art', start: '2019-09', end: '2022-06', description: '' },
        {
          institution: 'Northfield University',
          degree: 'BSc',
          field: 'Biology',
          start: '2024-09',
          end: null,
          description: '',
        },
      ],
    },
  });
});

const idOf = (client: TestClient) => client.user?.id ?? '';
const list = async (client: TestClient, query = '') =>
  (await client.get(`/api/students?${query}`)).body as unknown as StudentView[];
const namesOf = async (client: TestClient, query = '') => (await list(client, query)).map(({ user }) => user.fullName);
const facets = async (client: TestClient, query = '') =>
  (await client.get(`/api/students/facets?${query}`)).body as unknown as StudentFacets;
const join = (client: TestClient, shows?: readonly DirectoryField[]) =>
  client.put('/api/students/listing', { body: { isListed: true, ...(shows && { shows }) } });
const listing = async (client: TestClient) =>
  (await client.get('/api/students/listing')).body as unknown as ListingView;
const learn = async (userId: string, courseId: string) =>
  app.em().insert(Enrollment, { id: uuidv7(), userId, courseId });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** A listed student written straight into the tables. */
async function listed(
  fields: Parameters<typeof buildUser>[1],
  listing: { institution?: string; field?: string; year?: number; at?: string } = {},
) {
  const user = await buildUser(app.em(), fields ?? {});
  await app.em().execute(
    `insert into directory_listings (user_id, name, has_name, institution, field, year, has_photo, has_courses,
        has_mutuals, created_at) values (?, ?, true, ?, ?, ?, true, true, true, ?)`,
    [
      user.id,
      user.fullName,
      listing.institution ?? null,
      listing.field ?? null,
      listing.year ?? null,
      listing.at ?? new Date().toISOString(),
    ],
  );
  return user;
}

describe('consent', () => {
  it('lists no one without consent, and returns the consent', async () => {
    expect(await listing(ana)).toMatchObject({
      isListed: null,
      shows: ['name'],
      withheld: [],
      own: {
        name: 'Ana Öberg',
        institution: 'Northfield University',
        field: 'Biology',
        year: 2024,
        bio: 'Cells and birds.',
      },
    });
    expect(await list(tom)).toEqual([]);
    await ana.put('/api/students/listing', { body: { isListed: false } });
    expect((await listing(ana)).isListed).toBe(false);
    expect(await list(tom)).toEqual([]);
  });

  it('shows exactly the chosen fields, to teachers as to everyone', async () => {
    await join(ana, ['name', 'field']);
    expect(await list(tom)).toEqual([
      {
        user: {
          id: idOf(ana),
          fullName: 'Ana Öberg',
          username: ana.user?.username,
          role: 'student',
          position: null,
          institution: null,
          profileImage: null,
        },
        field: 'Biology',
        year: null,
        bio: null,
        mutualCount: 0,
        sharedCourses: [],
        partnerFlags: [],
        relation: { state: 'none', connectionId: null },
      },
    ]);
    await join(ana, DIRECTORY_FIELDS);
    expect(await list(tom)).toMatchObject([
      { user: { institution: 'Northfield University' }, year: 2024, bio: 'Cells and birds.' },
    ]);
    await join(ana, []);
    expect(await list(tom)).toMatchObject([
      { user: { fullName: ana.user?.username, institution: null }, field: null, bio: null },
    ]);
    expect(await namesOf(tom, 'q=Öberg')).toEqual([]);
  });

  it('is the same value as in the privacy settings', async () => {
    await ana.patch('/api/privacy', { body: { directory: true } });
    expect(await listing(ana)).toMatchObject({ isListed: true, shows: ['name'] });
    expect(await namesOf(tom)).toEqual(['Ana Öberg']);
    await ana.put('/api/students/listing', { body: { isListed: false } });
    expect((await ana.get('/api/privacy')).body).toMatchObject({ directory: false });
    expect(await list(tom)).toEqual([]);
    await join(ana, ['name', 'year']);
    await ana.patch('/api/privacy', { body: { directory: false } });
    await ana.patch('/api/privacy', { body: { directory: true } });
    expect(await list(tom)).toMatchObject([{ user: { fullName: 'Ana Öberg' }, year: 2024 }]);
  });

  it('never shows a field that the profile hides, and is updated with the profile', async () => {
    await join(ana, DIRECTORY_FIELDS);
    await ana.patch('/api/privacy', { body: { fieldVisibility: { educationData: 'connections', bio: 'me' } } });
    expect(await list(tom)).toMatchObject([
      { user: { institution: 'Northfield University' }, field: null, year: null, bio: null },
    ]);
    expect((await listing(ana)).withheld).toEqual(['field', 'year', 'bio']);
    expect((await facets(tom)).fields).toEqual([]);
    const version = String((await ana.get('/api/users/me')).body['version']);
    await ana.send('PATCH', '/api/profile', {
      headers: { 'if-match': version },
      body: { fullName: 'Ana Berg', institution: '' },
    });
    expect(await list(tom)).toMatchObject([{ user: { fullName: 'Ana Berg', institution: null } }]);
  });

  it('and a concurrent change of the profile are both stored', async () => {
    const version = String((await ana.get('/api/users/me')).body['version']);
    await join(ana, DIRECTORY_FIELDS);
    const [left, edited] = await Promise.all([
      ana.put('/api/students/listing', { body: { isListed: false } }),
      ana.send('PATCH', '/api/profile', { headers: { 'if-match': version }, body: { bio: 'New.' } }),
    ]);
    expect([left.status, edited.status]).toEqual([200, 200]);
    expect(await list(tom)).toEqual([]);
  });

  it('is rejected for other roles', async () => {
    expect((await join(tom, ['name'])).status).toBe(403);
    expect((await listing(tom)).isListed).toBeNull();
    await tom.patch('/api/privacy', { body: { directory: true } });
    expect(await list(ana)).toEqual([]);
  });

  it.each([[{ isListed: true, shows: ['email'] }], [{ shows: ['name'] }], [{ isListed: 'yes' }]])(
    'refuses %j',
    async (body) => {
      expect((await ana.put('/api/students/listing', { body })).status).toBe(400);
    },
  );

  it('decides who finds a student in the list of users', async () => {
    const people = async () =>
      ((await tom.get('/api/users?role=student&q=Öberg')).body as unknown as { id: string }[]).map(({ id }) => id);
    expect(await people()).not.toContain(idOf(ana));
    await join(ana, ['name']);
    expect(await people()).toContain(idOf(ana));
    await join(ana, ['field']);
    expect(await people()).not.toContain(idOf(ana));
  });
});

describe('the list', () => {
  it('excludes the viewer, users with a block, and closed accounts', async () => {
    await join(ana, ['name']);
    expect(await list(ana)).toEqual([]);
    const [one, two, gone] = [
      await listed({ fullName: 'One' }),
      await listed({ fullName: 'Two' }),
      await listed({ fullName: 'Gone', deactivatedAt: new Date() }),
    ];
    await buildBlock(app.em(), { blockerId: idOf(tom), blockedId: one.id });
    await buildBlock(app.em(), { blockerId: two.id, blockedId: idOf(tom) });
    expect(await namesOf(tom)).toEqual(['Ana Öberg']);
    expect((await facets(tom)).everyone).toBe(1);
    expect(await namesOf(ana)).not.toContain(gone.fullName);
  });

  it.each(['new', 'name', 'mutual'])('pages by %s without gaps or duplicates', async (sort) => {
    const mutual = await buildUser(app.em(), { role: 'teacher' });
    const other = await buildUser(app.em(), { role: 'teacher' });
    await buildConnection(app.em(), { userId: idOf(tom), connectedUserId: mutual.id });
    await buildConnection(app.em(), { userId: other.id, connectedUserId: idOf(tom) });
    const names = ['Émile', 'adam', 'Zoë', 'Bo', 'Élan', 'Bo', 'Łukasz', 'יעל'];
    for (const [i, fullName] of names.entries()) {
      const user = await listed({ fullName }, { at: new Date(Date.UTC(2026, 0, 1 + Math.floor(i / 2))).toISOString() });
      if (i % 3 !== 0) await buildConnection(app.em(), { userId: user.id, connectedUserId: mutual.id });
      if (i % 3 === 2) await buildConnection(app.em(), { userId: other.id, connectedUserId: user.id });
    }
    const whole = await list(tom, `sort=${sort}&limit=50`);
    expect(whole).toHaveLength(names.length);
    const paged: StudentView[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const answer = await tom.get(`/api/students?sort=${sort}&limit=3${cursor && `&cursor=${cursor}`}`);
      paged.push(...(answer.body as unknown as StudentView[]));
      cursor = answer.headers.get('x-next-cursor');
    }
    expect(paged).toEqual(whole);
    if (sort === 'name')
      expect(whole.map(({ user }) => user.fullName)).toEqual([
        'adam',
        'Bo',
        'Bo',
        'Élan',
        'Émile',
        'Łukasz',
        'Zoë',
        'יעל',
      ]);
    if (sort === 'mutual') expect(whole.map(({ mutualCount }) => mutualCount)).toEqual([2, 2, 1, 1, 1, 0, 0, 0]);
  });

  it.each([
    'sort=name&cursor=eyJhIjoxfQ',
    'cursor=WyJuZXciXQ',
    'sort=active',
    'year=24',
    'courseId=1',
    'state=sent',
    'partner=1',
    'limit=51',
  ])('refuses %s', async (query) => {
    expect((await tom.get(`/api/students?${query}`)).status).toBe(400);
  });

  it('refuses a cursor of another order', async () => {
    await listed({});
    await listed({});
    const cursor = (await tom.get('/api/students?sort=name&limit=1')).headers.get('x-next-cursor');
    expect((await tom.get(`/api/students?sort=new&cursor=${cursor}`)).status).toBe(400);
  });

  it('applies each filter, and facets count the results of the other filters', async () => {
    await listed({ fullName: 'One' }, { institution: 'Lumen', field: 'Physics', year: 2024 });
    const two = await listed({ fullName: 'Two' }, { institution: 'lumen', field: 'History', year: 2025 });
    const three = await listed({ fullName: 'Three 100%' }, { institution: 'Northfield', field: 'physics', year: 2025 });
    await buildConnection(app.em(), { userId: two.id, connectedUserId: idOf(tom) });
    await buildConnection(app.em(), { userId: idOf(tom), connectedUserId: three.id, status: 'pending' });
    expect(await namesOf(tom, 'institution=LUMEN&sort=name')).toEqual(['One', 'Two']);
    expect(await namesOf(tom, 'field=Physics&sort=name')).toEqual(['One', 'Three 100%']);
    expect(await namesOf(tom, 'year=2025&sort=name')).toEqual(['Three 100%', 'Two']);
    expect(await namesOf(tom, 'state=connected')).toEqual(['Two']);
    expect(await namesOf(tom, 'state=pending&sort=mutual')).toEqual(['Three 100%']);
    expect(await namesOf(tom, 'q=100%25')).toEqual(['Three 100%']);
    expect(await namesOf(tom, 'q=_')).toEqual([]);
    expect(await facets(tom, 'institution=Lumen')).toEqual({
      total: 2,
      everyone: 3,
      institutions: [
        { value: expect.stringMatching(/^lumen$/i), count: 2 },
        { value: 'Northfield', count: 1 },
      ],
      fields: [
        { value: 'History', count: 1 },
        { value: 'Physics', count: 1 },
      ],
      years: [
        { value: 2025, count: 1 },
        { value: 2024, count: 1 },
      ],
      states: expect.arrayContaining([
        { value: 'none', count: 1 },
        { value: 'connected', count: 1 },
      ]),
      courses: [],
      partners: 0,
    });
  });

  it('contains mutual connections and shared courses, unless the student hides them', async () => {
    const mutual = await buildUser(app.em(), { role: 'teacher' });
    await buildConnection(app.em(), { userId: idOf(tom), connectedUserId: mutual.id });
    await buildConnection(app.em(), { userId: idOf(ana), connectedUserId: mutual.id });
    const [taught, learnt, hidden] = [
      await buildCourse(app.em(), { userId: idOf(tom), title: 'Own' }),
      await buildCourse(app.em(), { title: 'Both' }),
      await buildCourse(app.em(), { title: 'Hers' }),
    ];
    for (const course of [taught, learnt, hidden]) await learn(idOf(ana), course.id);
    await learn(idOf(tom), learnt.id);
    await join(ana, ['name', 'courses']);
    expect(await list(tom)).toMatchObject([{ mutualCount: 1, sharedCourses: [{ title: 'Both' }, { title: 'Own' }] }]);
    expect((await facets(tom)).courses).toHaveLength(3);
    expect(await namesOf(tom, `courseId=${hidden.id}`)).toEqual(['Ana Öberg']);
    await join(ana, ['name']);
    await ana.patch('/api/privacy', { body: { fieldVisibility: { connections: 'me' } } });
    expect(await list(tom, 'sort=mutual')).toMatchObject([{ mutualCount: 0, sharedCourses: [] }]);
    expect(await namesOf(tom, `courseId=${hidden.id}`)).toEqual([]);
    expect((await facets(tom)).courses).toEqual([]);
  });
});

describe('study partners', () => {
  it('are wanted in a course of the student until a day', async () => {
    const course = await buildCourse(app.em(), { title: 'Cells' });
    const set = (until: string) => ana.put(`/api/students/partners/${course.id}`, { body: { until } });
    expect((await set(inDays(3))).status).toBe(404);
    await learn(idOf(ana), course.id);
    expect((await set(inDays(3))).status).toBe(404);
    await join(ana, ['name']);
    expect((await set(inDays(3))).body).toMatchObject({
      courses: [{ title: 'Cells' }],
      partnerFlags: [{ course: { title: 'Cells' }, until: inDays(3) }],
    });
    expect(await list(tom, 'partner=true')).toMatchObject([
      { partnerFlags: [{ course: { id: course.id }, until: inDays(3) }] },
    ]);
    expect(await namesOf(tom, `courseId=${course.id}&partner=true`)).toEqual(['Ana Öberg']);
    expect(await facets(tom)).toMatchObject({ partners: 1, courses: [{ value: course.id, title: 'Cells', count: 1 }] });
    expect((await ana.delete(`/api/students/partners/${course.id}`)).status).toBe(204);
    expect(await namesOf(tom, 'partner=true')).toEqual([]);
  });

  it('are no longer wanted after that day or without a listing', async () => {
    const course = await buildCourse(app.em());
    await learn(idOf(ana), course.id);
    await join(ana, ['name']);
    await ana.put(`/api/students/partners/${course.id}`, { body: { until: inDays(0) } });
    expect(await list(tom, 'partner=true')).toHaveLength(1);
    await app.em().execute(`update study_partner_flags set until = until - 1`);
    expect(await list(tom, 'partner=true')).toEqual([]);
    expect(await list(tom)).toMatchObject([{ partnerFlags: [] }]);
    await ana.put(`/api/students/partners/${course.id}`, { body: { until: inDays(9) } });
    await ana.put('/api/students/listing', { body: { isListed: false } });
    expect((await app.pool.query('select 1 from study_partner_flags')).rowCount).toBe(0);
  });

  it.each([inDays(-1), inDays(190), '2027-02-31', 'tomorrow'])('refuses %s', async (until) => {
    expect((await ana.put(`/api/students/partners/${uuidv7()}`, { body: { until } })).status).toBe(400);
  });
});

describe('the export', () => {
  it('contains the fields of the list, without an email address', async () => {
    await join(ana, ['name', 'field']);
    await listed({ fullName: '=HYPERLINK("http://x")' }, { institution: 'A, B' });
    const answer = await tom.get('/api/students/export.csv?sort=name');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="students-\d{4}-\d\d-\d\d\.csv"$/);
    const lines = String(answer.body).split('\r\n');
    expect(lines[0]).toMatch(/Name,Username,Institution,Field of study/);
    expect(lines[1]).toMatch(/^"'=HYPERLINK\(""http:\/\/x""\)",user-[^,]+,"A, B",/);
    expect(lines[2]).toBe(`Ana Öberg,${ana.user?.username},,Biology,,,,,0,,${app.url}/profile/${idOf(ana)}`);
    expect(String(answer.body)).not.toContain('@');
    expect(String((await tom.get('/api/students/export.csv?field=Biology')).body).split('\r\n')).toHaveLength(3);
  });

  it('continues after a page', async () => {
    for (let i = 0; i < 61; i += 1) await listed({ fullName: `Person ${i}` });
    const lines = String((await tom.get('/api/students/export.csv')).body)
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(62);
    expect(new Set(lines).size).toBe(62);
  });
});
