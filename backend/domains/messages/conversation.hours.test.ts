import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { ConversationView } from '#shared/api/messages.ts';
import { HOUR_MS } from '#shared/time.ts';
import { buildConnection } from '../../testing/builders.ts';
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
const connect = () => buildConnection(app.em(), { userId: idOf(ana), connectedUserId: idOf(ben), status: 'accepted' });
const state = async () => (await ana.get(`/api/messages/${idOf(ben)}/state`)).body as unknown as ConversationView;
const always = { isOn: true, from: '00:00', to: '00:00', zone: 'UTC' };
const office = { isOn: true, days: [1], from: '09:00', to: '17:00', zone: 'UTC' };

it('shows the current quiet hours to a connection, before and after the first message', async () => {
  await connect();
  await ben.patch('/api/privacy', { body: { quietHours: always } });
  const { quiet } = await state();
  expect(Date.parse(quiet?.from ?? '')).toBeLessThanOrEqual(Date.now());
  expect(Date.parse(quiet?.until ?? '')).toBeGreaterThan(Date.now());
  await ana.post('/api/messages', { body: { receiverId: idOf(ben), clientId: randomUUID(), content: 'hello' } });
  expect((await state()).quiet?.until).toBe(quiet?.until);
});

it('shows the next quiet hours, and none while they are off', async () => {
  await connect();
  const hour = new Date(Date.now() + 2 * HOUR_MS).getUTCHours();
  const clock = (hours: number) => `${String(hours % 24).padStart(2, '0')}:00`;
  await ben.patch('/api/privacy', { body: { quietHours: { ...always, from: clock(hour), to: clock(hour + 1) } } });
  const { quiet } = await state();
  expect(Date.parse(quiet?.from ?? '')).toBeGreaterThan(Date.now());
  expect(Date.parse(quiet?.until ?? '') - Date.parse(quiet?.from ?? '')).toBe(HOUR_MS);
  await ben.patch('/api/privacy', { body: { quietHours: { ...always, isOn: false } } });
  expect((await state()).quiet).toBeNull();
});

it('shows office hours but not quiet hours to a user without a connection', async () => {
  await ben.patch('/api/privacy', { body: { quietHours: always, officeHours: office } });
  expect(await state()).toMatchObject({ officeHours: office, quiet: null });
});
