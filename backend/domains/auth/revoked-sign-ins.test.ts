import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readEmails } from '../../testing/emails.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient, TestResponse } from '../../testing/test-client.ts';
import { hashPassword } from './passwords.ts';

const NEXT = 'a second long password';
const KEY = 'first-registration';

let app: TestApp;
let serial = 0;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const isSignedIn = async (client: TestClient) => (await client.get('/api/user')).status === 200;
const signIn = (client: TestClient, username: string, password: string) =>
  client.post('/api/login', { body: { username, password } });
async function reset(email: string): Promise<void> {
  const visitor = app.visitor();
  await visitor.post('/api/password/forgot', { body: { email } });
  const link = await vi.waitFor(() => {
    const mail = readEmails(app.dataDir, email).findLast(({ subject }) => subject === 'Choose a new password');
    if (!mail) throw new Error('no email yet');
    return mail.link;
  });
  const body = { token: link.split('#token=')[1], password: NEXT };
  expect((await visitor.post('/api/password/reset', { body })).status).toBe(204);
}
async function enableTwoFactor(client: TestClient): Promise<void> {
  await app.confirmEmail(client);
  const { body } = await client.post('/api/two-factor/setup', { body: { password: client.password } });
  const code = new TOTP({ secret: Secret.fromBase32(String(body['secret'])) }).generate();
  expect((await client.post('/api/two-factor/enable', { body: { code } })).status).toBe(200);
}

interface Registered {
  client: TestClient;
  email: string;
  /** Sends the registration again, from the session of before. */
  repeat: () => Promise<TestResponse>;
}
/** A member who has signed in again since, so that two sessions lie between the registration and the present one. */
async function registered(): Promise<Registered> {
  const { client, body, send } = await registration();
  const { body: user } = await send(client);
  client.user = user as unknown as NonNullable<TestClient['user']>;
  client.forgetToken();
  expect((await signIn(client, body.username, body.password)).status).toBe(200);
  client.forgetToken();
  return { client, email: body.email, repeat: () => send(app.visitor()) };
}
/** A browser before its registration, which `send` sends from the session of before. */
async function registration() {
  serial += 1;
  const client = app.visitor();
  const username = `first${serial}x`;
  const { password } = client;
  const email = `${username}@example.org`;
  const body = { username, email, fullName: 'First', role: 'student', password, confirmPassword: password };
  const headers = { 'csrf-token': await client.token(), cookie: client.cookie };
  const send = (from: TestClient) => from.post('/api/register', { body, key: KEY, headers });
  return { client, body, send };
}
const sessionsOf = async ({ user }: TestClient) =>
  (await app.pool.query('select id from sessions where user_id = $1', [user?.id])).rows.length;

describe('a repeated registration', () => {
  const takeOvers: [string, (member: Registered) => Promise<unknown>][] = [
    ['a reset of the password', ({ email }) => reset(email)],
    ['two-factor sign-in', ({ client }) => enableTwoFactor(client)],
    ['the end of all other sessions', ({ client }) => client.delete('/api/sessions')],
  ];
  it.each(takeOvers)('starts no session after %s', async (_what, takeOver) => {
    const member = await registered();
    // As if the sessions between were gone: the one that registered is not found by them.
    await app.pool.query('update sessions set previous_id = null where user_id is null or user_id = $1', [
      member.client.user?.id,
    ]);
    await takeOver(member);
    const before = await sessionsOf(member.client);
    const response = await member.repeat();
    expect([response.status, response.body['code']]).toEqual([401, 'UNAUTHENTICATED']);
    expect(response.body['message']).toContain('Please sign in');
    expect(await sessionsOf(member.client)).toBe(before);
  });

  it.each(takeOvers)('has no session to come from after %s', async (_what, takeOver) => {
    const member = await registered();
    await takeOver(member);
    expect((await member.repeat()).status).toBe(403);
  });

  it('starts the session whose response was lost, and no other once it is used', async () => {
    const { client, send } = await registration();
    await send(app.visitor());
    expect((await send(client)).status).toBe(201);
    expect(await isSignedIn(client)).toBe(true);
    expect((await send(app.visitor())).status).toBe(401);
    expect((await (await registered()).repeat()).status).toBe(401);
  });
});

describe('a sign-in that runs while access is revoked', () => {
  it.each([
    ['the password is changed', 'update users set password = $2, access_revoked_at = now() where id = $1'],
    ['all other sessions end', 'update users set access_revoked_at = now() where id = $1 and $2::text is not null'],
  ])('starts no session when %s', async (_what, revoke) => {
    const client = app.visitor();
    const { id, username } = await client.signUp('student');
    const password = await hashPassword(NEXT, { source: 'a', member: 'a', lane: 'known' });
    const owner = await app.pool.connect();
    await owner.query('begin');
    await owner.query(revoke, [id, password]);
    const { rows } = await owner.query<{ pid: number }>('select pg_backend_pid() as pid');
    // The password is checked against the row of before the commit.
    let isDone = false;
    const attempt = signIn(app.visitor(), username, client.password).finally(() => (isDone = true));
    const waits = 'select 1 from pg_stat_activity where $1 = any(pg_blocking_pids(pid))';
    await vi.waitFor(async () => {
      if (!isDone) expect((await app.pool.query(waits, [rows[0]?.pid])).rows).toHaveLength(1);
    });
    await owner.query('delete from sessions where user_id = $1', [id]);
    await owner.query('commit');
    owner.release();
    expect((await attempt).status).toBe(401);
    expect(await sessionsOf(client)).toBe(0);
  });

  it('ends with the others, whichever of them commits first', async () => {
    const client = app.visitor();
    const { username } = await client.signUp('student');
    await client.token();
    const visitors = Array.from({ length: 10 }, () => app.visitor());
    for (const visitor of visitors) await visitor.token();
    const body = { currentPassword: client.password, newPassword: NEXT };
    const [change] = await Promise.all([
      client.post('/api/password/change', { body }),
      ...visitors.map((visitor) => signIn(visitor, username, client.password)),
    ]);
    expect(change.status).toBe(204);
    for (const visitor of visitors) expect(await isSignedIn(visitor)).toBe(false);
    expect([await sessionsOf(client), await isSignedIn(client)]).toEqual([1, true]);
  });
});
