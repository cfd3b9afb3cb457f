import type { SessionData } from 'express-session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SessionStore } from '../../http/session-store.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { deviceOf } from './device.ts';

/** The password that every test client signs up with. */
const PASSWORD = 'a long test password';
const NEXT = 'a second long password';

let app: TestApp;
let serial = 0;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

async function signInTwice(): Promise<{ name: string; one: TestClient; other: TestClient }> {
  serial += 1;
  const name = `sess${serial}`;
  const [one, other] = [app.visitor(), app.visitor()];
  await one.signUp('student', { username: name, email: `${name}@example.test` });
  await other.post('/api/login', { body: { username: name, password: PASSWORD } });
  other.forgetToken();
  return { name, one, other };
}

const sessionsOf = async (client: TestClient) =>
  (await client.get('/api/sessions')).body as unknown as { id: string; isCurrent: boolean; device: string }[];
const isSignedIn = async (client: TestClient) => (await client.get('/api/user')).status === 200;

describe('sessions', () => {
  it('are listed, the current one as such, and revoked one by one', async () => {
    const { one, other } = await signInTwice();
    const list = await sessionsOf(one);
    expect(list.map(({ isCurrent }) => isCurrent).toSorted()).toEqual([false, true]);
    const away = list.find(({ isCurrent }) => !isCurrent)?.id ?? '';
    expect((await one.delete(`/api/sessions/${away}`)).status).toBe(204);
    expect([await isSignedIn(one), await isSignedIn(other)]).toEqual([true, false]);
    expect((await one.delete(`/api/sessions/${away}`)).status).toBe(404);
  });

  it('are revoked all but the current one', async () => {
    const { one, other } = await signInTwice();
    expect((await other.delete('/api/sessions')).status).toBe(204);
    expect([await isSignedIn(one), await isSignedIn(other)]).toEqual([false, true]);
  });
});

describe('a password change', () => {
  const change = (client: TestClient, currentPassword: string, newPassword = NEXT) =>
    client.post('/api/password/change', { body: { currentPassword, newPassword } });

  it('signs every other device out, and only the new password works', async () => {
    const { name, one, other } = await signInTwice();
    expect((await change(one, PASSWORD)).status).toBe(204);
    expect([await isSignedIn(one), await isSignedIn(other)]).toEqual([true, false]);
    const later = app.visitor();
    expect((await later.post('/api/login', { body: { username: name, password: PASSWORD } })).status).toBe(401);
    expect((await later.post('/api/login', { body: { username: name, password: NEXT } })).status).toBe(200);
  });

  it('is refused with a wrong password and with a short new one', async () => {
    const { one, other } = await signInTwice();
    expect((await change(one, 'wrong wrong wrong')).body).toMatchObject({
      code: 'VALIDATION',
      errors: { currentPassword: ['This password is incorrect'] },
    });
    expect((await change(one, PASSWORD, 'short')).status).toBe(400);
    expect(await isSignedIn(other)).toBe(true);
  });
});

it.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
    'Chrome on Linux',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 20_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/20.0 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Lyceum/0.1.0 Chrome/156.0.0.0 Electron/45.4.1 Safari/537.36',
    'Lyceum on macOS',
  ],
  ['curl/8.0', 'Unknown device'],
  [null, 'Unknown device'],
])('%s is %s', (userAgent, device) => expect(deviceOf(userAgent)).toBe(device));

describe('a session that has ended', () => {
  it('is the previous one when the same browser signs in again', async () => {
    const { name, one } = await signInTwice();
    const { cookie } = one;
    one.forgetToken();
    expect((await one.post('/api/login', { body: { username: name, password: PASSWORD } })).status).toBe(200);
    expect(await isSignedIn(one)).toBe(true);
    expect((await app.visitor().get('/api/user', { headers: { cookie } })).status).toBe(401);
  });

  it('is not restored by a request in flight', async () => {
    const { one } = await signInTwice();
    const token = decodeURIComponent(one.cookie).slice('sid=s:'.length).split('.')[0] ?? '';
    const store = new SessionStore(app.pool, {
      cookie: { isSecure: false, sessionSecret: '' },
      onSuperseded: () => undefined,
    });
    const load = () =>
      new Promise<SessionData | null | undefined>((resolve, reject) =>
        store.get(token, (error, session) => (error ? reject(error) : resolve(session))),
      );
    const session = await load();
    if (!session) throw new Error('there is no session');
    expect((await one.post('/api/logout')).status).toBe(204);
    await new Promise((resolve) => store.set(token, session, resolve));
    expect(await load()).not.toMatchObject({ passport: expect.anything() });
    expect(await load()).not.toMatchObject({ identity: expect.anything() });
  });
});
