import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { defaultPrivacy } from '#shared/api/privacy.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { loadPrivacy } from '../visibility/privacy.view.ts';

let app: TestApp;
let ana: TestClient;
let ben: TestClient;

beforeAll(async () => {
  app = await createTestApp();
  [ana, ben] = [app.visitor(), app.visitor()];
  await ana.signUp('student', { institution: 'Northfield', position: 'Botany student' });
  await ben.signUp('teacher');
});
afterAll(() => app.close());

const idOf = (client: TestClient) => client.user?.id ?? '';

describe('privacy', () => {
  it('is the default of the role: students are contacted only by connections and are not listed in the directory', async () => {
    expect((await ana.get('/api/privacy')).body).toEqual(defaultPrivacy('student'));
    expect(defaultPrivacy('student')).toMatchObject({
      whoCanMessage: 'connections',
      whoCanCall: 'connections',
      directory: null,
    });
    expect((await ben.get('/api/privacy')).body).toMatchObject({
      whoCanMessage: 'everyone',
      fieldVisibility: { connections: 'everyone' },
    });
    expect((await app.pool.query('select 1 from privacy_settings')).rowCount).toBe(0);
  });

  it('changes only the given parts, also inside of objects', async () => {
    await ana.patch('/api/privacy', { body: { fieldVisibility: { bio: 'me' }, suggestionSources: { course: false } } });
    const quietHours = { isOn: true, from: '22:30', to: '06:00', zone: 'Europe/Stockholm' };
    const answer = await ana.patch('/api/privacy', {
      body: { directory: true, fieldVisibility: { events: 'institution' }, quietHours },
    });
    expect(answer.status).toBe(200);
    const usual = defaultPrivacy('student');
    const expected = {
      ...usual,
      directory: true,
      quietHours,
      fieldVisibility: { ...usual.fieldVisibility, bio: 'me', events: 'institution' },
      suggestionSources: { ...usual.suggestionSources, course: false },
    };
    expect(answer.body).toEqual(expected);
    expect(await loadPrivacy(app.pool, idOf(ana))).toEqual(expected);
  });

  it('accepts office hours only of a teacher, and shows them on the profile while they are on', async () => {
    const officeHours = { isOn: true, days: [1, 2, 5], from: '09:00', to: '17:00', zone: 'Europe/Stockholm' };
    expect((await ana.patch('/api/privacy', { body: { officeHours } })).body).toMatchObject({ code: 'NOT_ALLOWED' });
    expect((await ben.patch('/api/privacy', { body: { officeHours } })).body).toMatchObject({ officeHours });
    expect((await ana.get(`/api/users/${idOf(ben)}`)).body).toMatchObject({ officeHours });
    await ben.patch('/api/privacy', { body: { officeHours: { ...officeHours, isOn: false } } });
    expect((await ana.get(`/api/users/${idOf(ben)}`)).body).toMatchObject({ officeHours: null });
  });

  it('stores both first changes of two concurrent devices', async () => {
    await ben.token();
    const answers = await Promise.all(
      [{ presence: false }, { readReceipts: false }].map((body) => ben.patch('/api/privacy', { body })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await ben.get('/api/privacy')).body).toMatchObject({ presence: false, readReceipts: false });
  });

  it.each([
    ['a reach that is none', { whoCanCall: 'friends' }],
    ['a part that cannot be hidden', { fieldVisibility: { fullName: 'me' } }],
    ['an audience that is none', { fieldVisibility: { bio: 'nobody' } }],
    ['an unknown source', { suggestionSources: { age: true } }],
    ['a time that is none', { quietHours: { isOn: true, from: '25:00', to: '06:00', zone: 'UTC' } }],
    ['a zone that is none', { quietHours: { isOn: true, from: '22:00', to: '06:00', zone: 'Mars/Olympus' } }],
    ['a day that is none', { officeHours: { isOn: true, days: [8], from: '09:00', to: '17:00', zone: 'UTC' } }],
    ['office hours without a day', { officeHours: { isOn: true, days: [], from: '09:00', to: '17:00', zone: 'UTC' } }],
    ['another person', { userId: 'x' }],
  ])('refuses %s', async (_case, body) => {
    expect((await ana.patch('/api/privacy', { body })).status).toBe(400);
  });

  it('removes position and institution from every card unless everyone may see them', async () => {
    await ana.patch('/api/privacy', { body: { fieldVisibility: { position: 'connections' } } });
    await ana.post('/api/posts', { body: { content: 'hello' } });
    const [post] = (await ben.get('/api/posts')).body as unknown as { author: object }[];
    expect(post?.author).toMatchObject({ position: null, institution: 'Northfield' });
    await ana.patch('/api/privacy', { body: { fieldVisibility: { position: 'everyone' } } });
    expect((await ben.get('/api/posts')).body).toMatchObject([{ author: { position: 'Botany student' } }]);
  });

  it('excludes fields from search that not everyone may see', async () => {
    const found = async () =>
      (await app.pool.query<{ content: string }>(`select content from search_index where entity_id = $1`, [idOf(ana)]))
        .rows[0]?.content;
    await ana.patch('/api/privacy', { body: { fieldVisibility: { institution: 'connections' } } });
    await expect.poll(found).toBe('Botany student');
  });
});
