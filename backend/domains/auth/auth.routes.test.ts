import { createHash } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RATE_LIMITS } from '#shared/rate-limits.ts';
import { sessionIdOf } from '../../http/session-cookie.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

const anna = {
  username: 'anna.ruiz',
  email: 'Anna@Example.org',
  fullName: 'Anna Ruiz',
  role: 'teacher',
  password: 'correct horse',
  confirmPassword: 'correct horse',
};

async function signedUp(): Promise<TestClient> {
  const client = app.visitor();
  await client.signUp('student');
  return client;
}

describe('registration', () => {
  it('creates the account, signs it in and returns only the session user', async () => {
    const client = app.visitor();
    const response = await client.post('/api/register', { body: anna });
    expect(response.status).toBe(201);
    expect(Object.keys(response.body).sort()).toEqual(['email', 'fullName', 'id', 'role', 'username']);
    expect(response.body['email']).toBe('anna@example.org');
    expect((await client.get('/api/user')).body['username']).toBe('anna.ruiz');
  });

  it('refuses a taken email and a taken username in any case, and suggests a free username', async () => {
    const email = await app
      .visitor()
      .post('/api/register', { body: { ...anna, username: 'other', email: 'ANNA@example.ORG' } });
    expect([email.status, email.body['message'], email.body['code']]).toEqual([
      409,
      'Email already exists',
      'EMAIL_EXISTS',
    ]);
    const name = await app
      .visitor()
      .post('/api/register', { body: { ...anna, username: 'Anna.Ruiz', email: 'b@example.org' } });
    expect([name.status, name.body['message']]).toEqual([409, 'Username already exists']);
    expect(name.body['details']).toEqual({
      field: 'username',
      suggestion: 'This username is already taken. “Anna.Ruiz2” is free.',
      username: 'Anna.Ruiz2',
    });
  });

  it.each([
    ['r&d@example.org', 201],
    ['s=x/y@example.org', 201],
    ["o'brien+lyceum@mail.example.museum", 201],
    ['anna@xn--e1afmkfd.xn--p1ai', 201],
    [`${'a'.repeat(65)}@example.org`, 400],
    ['anna@example', 400],
    ['anna..ruiz@example.org', 400],
    ['.anna@example.org', 400],
    ['anna@-example.org', 400],
    ['anna@[127.0.0.1]', 400],
    ['anna@example.org,ben@example.org', 400],
    ['anna ruiz@example.org', 400],
    ['änna@example.org', 400],
    ['anna@example.o', 400],
  ])('reads the address %s', async (email, status) => {
    const body = { ...anna, username: `mail${createHash('md5').update(email).digest('hex').slice(0, 12)}`, email };
    expect((await app.visitor().post('/api/register', { body })).status).toBe(status);
  });

  it('reports different passwords on confirmPassword', async () => {
    const response = await app.visitor().post('/api/register', { body: { ...anna, confirmPassword: 'x' } });
    expect(response.status).toBe(400);
    expect(response.body['errors']).toEqual({ confirmPassword: ["Passwords don't match"] });
  });

  it.each([
    ['a role that does not exist', { role: 'admin' }, 'role'],
    ['a column that is not an input', { likes: 5 }, 'likes'],
    ['an id', { id: 'x' }, 'id'],
    ['a short password', { password: 'short', confirmPassword: 'short' }, 'password'],
    ['an array for text', { username: ['a', 'b'] }, 'username'],
    ['control characters', { fullName: 'a\u0000b' }, 'fullName'],
  ])('refuses %s', async (_name, change, field) => {
    const response = await app.visitor().post('/api/register', { body: { ...anna, ...change } });
    expect(response.status).toBe(400);
    expect(Object.keys(response.body['errors'] ?? {})).toContain(field);
  });

  it('accepts one of two concurrent registrations of the same name', async () => {
    const body = { ...anna, username: 'race', email: 'race@example.org' };
    const responses = await Promise.all([
      app.visitor().post('/api/register', { body }),
      app.visitor().post('/api/register', { body }),
    ]);
    expect(responses.map((response) => response.status).sort()).toEqual([201, 409]);
  });

  it('repeats a response that was lost, and signs in again', async () => {
    const client = app.visitor();
    await client.token();
    const { cookie } = client;
    const body = { ...anna, username: 'lost.response', email: 'lost@example.org' };
    const first = await client.post('/api/register', { body, key: 'lost' });
    const repeat = await client.post('/api/register', { body, key: 'lost', headers: { cookie } });
    expect([first.status, repeat.status]).toEqual([201, 201]);
    expect(repeat.body).toEqual(first.body);
    expect((await client.get('/api/user')).body['username']).toBe('lost.response');
  });

  it('leaves one session when the response of a registration or a sign-in is lost', async () => {
    const client = app.visitor();
    await client.token();
    const body = { ...anna, username: 'one.session', email: 'one.session@example.org' };
    await client.post('/api/register', { body, key: 'once', isLost: true });
    await client.post('/api/register', { body, key: 'once' });
    expect((await client.get('/api/sessions')).body).toHaveLength(1);
    const other = app.visitor();
    await other.token();
    const credentials = { username: body.username, password: body.password };
    await other.post('/api/login', { body: credentials, key: 'again', isLost: true });
    expect((await other.post('/api/login', { body: credentials, key: 'again' })).status).toBe(200);
    expect((await other.get('/api/sessions')).body).toHaveLength(2);
  });

  it('stores nothing of an idempotent request that would help to guess its password', async () => {
    const body = { ...anna, username: 'stored.hash', email: 'stored@example.org' };
    await app.visitor().post('/api/register', { body, key: 'stored' });
    const plain = createHash('sha256')
      .update(JSON.stringify([{}, body]))
      .digest('hex');
    const { rows } = await app.pool.query(`select * from idempotency_keys where key = 'stored'`);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(plain);
  });

  it('reports a key whose first request is still running', async () => {
    const client = await signedUp();
    const token = decodeURIComponent(client.cookie).slice('sid=s:'.length).split('.')[0] ?? '';
    const running = await app.pool.connect();
    await running.query('begin');
    await running.query(
      `insert into idempotency_keys (scope, key, method, path, body_hash, expires_at)
        values ($1, 'held', 'POST', '/api/posts', '', now() + interval '1 hour')`,
      [sessionIdOf(token)],
    );
    const response = await client.post('/api/posts', { body: { content: 'x' }, key: 'held' });
    await running.query('rollback');
    running.release();
    expect([response.status, response.body['code']]).toEqual([409, 'IDEMPOTENCY_IN_PROGRESS']);
  });

  it('does not return the response of the user who was signed in to the same browser before', async () => {
    const client = await signedUp();
    const other = await signedUp();
    const first = await client.post('/api/posts', { body: { content: 'Mine alone' }, key: 'shared' });
    expect(first.status).toBe(201);
    client.forgetToken();
    await client.post('/api/login', { body: { username: other.user?.username, password: other.password } });
    client.forgetToken();
    const again = await client.post('/api/posts', { body: { content: 'Mine alone' }, key: 'shared' });
    expect([again.status, again.body['author']['id']]).toEqual([201, other.user?.id]);
    expect(again.body['id']).not.toBe(first.body['id']);
  });

  it('refuses the same key for another body', async () => {
    const client = app.visitor();
    await client.token();
    const { cookie } = client;
    await client.post('/api/register', {
      body: { ...anna, username: 'key.one', email: 'k1@example.org' },
      key: 'same',
    });
    const response = await client.post('/api/register', {
      body: { ...anna, username: 'key.two', email: 'k2@example.org' },
      key: 'same',
      headers: { cookie },
    });
    expect([response.status, response.body['code']]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  });
});

describe('sign-in', () => {
  it('accepts the username or the email in any case', async () => {
    for (const username of ['anna.ruiz', 'ANNA@example.org']) {
      const response = await app.visitor().post('/api/login', { body: { username, password: 'correct horse' } });
      expect([response.status, response.body['fullName']]).toEqual([200, 'Anna Ruiz']);
    }
  });

  it('accepts the name with spaces around it, as the form sends it', async () => {
    const { user, password } = await signedUp();
    const response = await app.visitor().post('/api/login', { body: { username: ` ${user?.username}\n`, password } });
    expect(response.status).toBe(200);
  });

  it('accepts a password in either form of Unicode, also for a hash that was made of the other form', async () => {
    const [composed, decomposed] = ['NFC', 'NFD'].map((form) => 'Fußgänger überqueren'.normalize(form));
    const pairs = [
      { stored: String(composed), typed: String(decomposed) },
      { stored: String(decomposed), typed: String(composed) },
    ];
    const status = async (username: string, password: string) =>
      (await app.visitor().post('/api/login', { body: { username, password } })).status;
    for (const { stored, typed } of pairs) {
      const client = app.visitor();
      const { id, username } = await client.signUp('student', { password: stored, confirmPassword: stored });
      expect(await status(username, typed)).toBe(200);
      await app.pool.query('update users set password = $2 where id = $1', [id, await hash(stored)]);
      expect([await status(username, typed), await status(username, stored)]).toEqual([200, 200]);
      expect(await status(username, `${typed}!`)).toBe(401);
    }
  });

  it('responds to an unknown user as to a wrong password', async () => {
    const unknown = await app.visitor().post('/api/login', { body: { username: 'unknown', password: 'x' } });
    const wrong = await app.visitor().post('/api/login', { body: { username: 'anna.ruiz', password: 'x' } });
    expect([unknown.status, unknown.body['message'], unknown.body['code']]).toEqual([
      401,
      wrong.body['message'],
      wrong.body['code'],
    ]);
  });

  it('changes the session token, so that a fixated one is useless', async () => {
    const client = app.visitor();
    await client.token();
    const before = client.cookie;
    await client.post('/api/login', { body: { username: 'anna.ruiz', password: 'correct horse' } });
    expect(client.cookie).not.toBe(before);
    expect((await app.visitor().get('/api/user', { headers: { cookie: before } })).status).toBe(401);
  });

  it('counts failures, also concurrent ones, and returns when to try again', async () => {
    const strict = await createTestApp({ limitFactor: 1 });
    const client = strict.visitor();
    await client.token();
    const tries = Array.from({ length: RATE_LIMITS.failedSignInAccountAddress.points + 5 }, () =>
      client.post('/api/login', { body: { username: 'anyone', password: 'x' } }),
    );
    const responses = await Promise.all(tries);
    expect(responses.filter((response) => response.status === 401)).toHaveLength(
      RATE_LIMITS.failedSignInAccountAddress.points,
    );
    const refused = responses.find((response) => response.status === 429);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    await strict.close();
  });
});

describe('sessions', () => {
  it('end on the server at sign-out', async () => {
    const client = await signedUp();
    const { cookie } = client;
    const response = await client.post('/api/logout');
    // Preferences of the page and unsent drafts are removed by the page itself.
    expect([response.status, response.headers.get('clear-site-data')]).toEqual([204, '"cache"']);
    expect((await app.visitor().get('/api/user', { headers: { cookie } })).status).toBe(401);
  });

  it('stores only the hash of a token', async () => {
    const client = await signedUp();
    const token = /sid=s:([^.]+)/.exec(decodeURIComponent(client.cookie))?.[1];
    expect(token).toHaveLength(32);
    const { rows } = await app.pool.query('select * from sessions');
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('are not created for a visitor who only reads', async () => {
    const response = await app.visitor().get('/api/username-available?u=free.name');
    expect(response.body).toEqual({ available: true });
    expect(response.headers.get('set-cookie')).toBeNull();
  });

  it('end when the account is deactivated', async () => {
    const client = await signedUp();
    await app.pool.query('update users set deactivated_at = now() where id = $1', [client.user?.id]);
    expect((await client.get('/api/user')).status).toBe(401);
  });
});

describe('writes from elsewhere', () => {
  it.each([
    ['no token', { 'csrf-token': '' }],
    ['a made-up token, as the client falls back to', { 'csrf-token': 'a-random-fallback' }],
    ['another Origin', { origin: 'https://evil.example' }],
    ['the Origin of the pages of the desktop client', { origin: 'app://lyceum' }],
    ['a cross-site fetch', { 'sec-fetch-site': 'cross-site' }],
  ])('are refused: %s', async (_name, headers) => {
    const client = await signedUp();
    const response = await client.post('/api/logout', { headers });
    expect([response.status, response.body['code']]).toEqual([403, 'CSRF_INVALID']);
  });

  it("are refused with another session's token", async () => {
    const [mine, other] = [await signedUp(), await signedUp()];
    const response = await mine.post('/api/logout', { headers: { 'csrf-token': await other.token() } });
    expect(response.status).toBe(403);
  });
});

describe('bad input', () => {
  const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
  it.each([
    ['broken JSON', '{"a":', 400],
    ['deep nesting', `{"username":${deep}}`, 400],
    ['a prototype key', '{"__proto__":{"role":"x"}}', 400],
    ['a constructor key inside', '{"username":{"constructor":{}}}', 400],
    ['too many bytes', JSON.stringify({ username: 'x'.repeat(100_000) }), 413],
  ])('responses %s clearly', async (_name, body, status) => {
    const response = await app.visitor().post('/api/login', { body });
    expect(response.status).toBe(status);
    expect(response.body['code']).toBeTypeOf('string');
    expect(response.body['requestId']).toBe(response.headers.get('x-request-id'));
  });

  it.each(['a\\u0000b', 'a\\ud800b'])(
    'refuses text that cannot be stored, in a body and in a query: %s',
    async (text) => {
      const body = JSON.stringify({ ...anna, username: 'half', email: 'half@example.org', institution: 'X' }).replace(
        '"X"',
        `"${text}"`,
      );
      const response = await app.visitor().post('/api/register', { body });
      expect(response.status).toBe(400);
      expect(Object.keys(response.body['errors'] ?? {})).toEqual(['institution']);
      const member = await signedUp();
      expect((await member.get('/api/connections?q=a%00b')).status).toBe(400);
    },
  );

  it('refuses a body that is not JSON', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect((await app.visitor().post('/api/login', { body: 'username=a', headers })).status).toBe(415);
  });

  it('refuses a parameter given twice', async () => {
    expect((await app.visitor().get('/api/username-available?u=aaa&u=bbb')).status).toBe(400);
  });

  it('returns the standard error shape for an unknown path', async () => {
    const response = await app.visitor().get('/api/nowhere');
    expect([response.status, response.body['code']]).toEqual([404, 'NOT_FOUND']);
  });
});
