import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const DEFAULTS = {
  theme: 'system',
  colorScheme: '#2563EB',
  fontSize: 2,
  emailNotifications: true,
  pushNotifications: true,
  messageNotifications: true,
  connectionNotifications: true,
  courseUpdateNotifications: true,
  marketingNotifications: false,
  sendWithEnter: true,
  messageSound: true,
};

it('are the defaults without a row, created once for concurrent requests', async () => {
  const person = app.visitor();
  const { id } = await person.signUp('creator');
  await app.pool.query('delete from user_preferences where user_id = $1', [id]);
  const answers = await Promise.all([person.get('/api/preferences'), person.get('/api/preferences')]);
  for (const answer of answers) expect(answer.body).toEqual(DEFAULTS);
});

it('change by field', async () => {
  const person = app.visitor();
  await person.signUp('student');
  const changed = { ...DEFAULTS, theme: 'dark', fontSize: 3 };
  expect((await person.patch('/api/preferences', { body: { theme: 'dark', fontSize: 3 } })).body).toEqual(changed);
  expect((await person.get('/api/preferences')).body).toEqual(changed);
});

it('reject other values and fields', async () => {
  const person = app.visitor();
  await person.signUp('student');
  for (const body of [{ colorScheme: '#000000' }, { fontSize: 4 }, { userId: 'x' }]) {
    expect((await person.patch('/api/preferences', { body })).status).toBe(400);
  }
});
