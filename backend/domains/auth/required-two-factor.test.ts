import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Endpoint, Role } from '#shared/api/endpoint.ts';
import { routes } from '../../routes.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { connectLiveClient } from '../../testing/two-clients.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ twoFactorRoles: ['teacher'] });
});
afterAll(() => app.close());

async function signUp(role: Role): Promise<TestClient> {
  const client = app.visitor();
  await client.signUp(role);
  return client;
}

async function enable(client: TestClient): Promise<number> {
  await app.confirmEmail(client);
  const { body } = await client.post('/api/two-factor/setup', { body: { password: client.password } });
  const code = new TOTP({ secret: Secret.fromBase32(String(body['secret'])) }).generate();
  return (await client.post('/api/two-factor/enable', { body: { code } })).status;
}

/** Calls an endpoint with no input but ids that name nothing. */
/** The version of tus is checked before the user. */
const callOf = (client: TestClient, { method, path }: Endpoint) =>
  client.send(method, path.replaceAll(/:\w+/g, '019b0000-0000-7000-8000-000000000000'), {
    headers: { 'Tus-Resumable': '1.0.0' },
  });

it('whose role requires it can only set it up: every other endpoint refuses', async () => {
  const teacher = await signUp('teacher');
  const closed = routes.map(({ endpoint }) => endpoint).filter((endpoint) => endpoint.who !== 'public');
  const open = closed.filter((endpoint: Endpoint) => endpoint.isBeforeTwoFactor);
  expect(open.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
    'DELETE /api/email/change',
    'GET /api/account',
    'GET /api/preferences',
    'GET /api/user',
    'POST /api/email/change',
    'POST /api/email/verification',
    'POST /api/logout',
    'POST /api/two-factor/enable',
    'POST /api/two-factor/setup',
  ]);
  for (const endpoint of closed.filter((one) => !open.includes(one))) {
    const { status, body } = await callOf(teacher, endpoint);
    expect({ path: endpoint.path, status, code: body['code'] }).toEqual({
      path: endpoint.path,
      status: 403,
      code: 'TWO_FACTOR_REQUIRED',
    });
  }
  expect((await teacher.get('/api/user')).body).toMatchObject({ mustSetUpTwoFactor: true });
  await expect(connectLiveClient(teacher)).rejects.toThrow();
});

it('opens everything once it is on, and cannot be turned off', async () => {
  const teacher = await signUp('teacher');
  expect((await teacher.get('/api/posts')).status).toBe(403);
  expect(await enable(teacher)).toBe(200);
  await expect.poll(async () => (await teacher.get('/api/posts')).status).toBe(200);
  expect((await teacher.get('/api/user')).body).not.toHaveProperty('mustSetUpTwoFactor');
  const { body } = await teacher.post('/api/two-factor/disable', { body: { password: teacher.password } });
  expect(body).toMatchObject({ code: 'TWO_FACTOR_REQUIRED' });
});

it('does not concern other roles', async () => {
  const student = await signUp('student');
  expect((await student.get('/api/posts')).status).toBe(200);
  expect((await student.get('/api/user')).body).not.toHaveProperty('mustSetUpTwoFactor');
});
