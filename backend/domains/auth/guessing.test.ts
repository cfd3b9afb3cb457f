import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { RATE_LIMITS } from '#shared/rate-limits.ts';
import { MINUTE_MS } from '#shared/time.ts';
import { readEmails } from '../../testing/emails.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient, TestResponse } from '../../testing/test-client.ts';

/** Limits as they are; a proxy names the address of each client. */
let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({ limitFactor: 1, trustProxy: 1 });
});
afterAll(() => app.close());
afterEach(() => vi.useRealTimers());

const from = (address: string) => ({ 'x-forwarded-for': address });
let members = 0;
async function member(): Promise<{ client: TestClient; username: string; email: string }> {
  const client = app.visitor();
  members += 1;
  const { username, email } = await client.signUp('student', { username: `guess${members}x` });
  await app.confirmEmail(client);
  return { client, username, email };
}
/** A browser with a CSRF token, at an address of its own. */
async function browser(address: string): Promise<(username: string, password?: string) => Promise<TestResponse>> {
  const visitor = app.visitor();
  const headers = from(address);
  return async (username, password = 'not the password') => {
    const response = await visitor.get('/api/csrf-token', { headers });
    const token = { ...headers, 'csrf-token': String(response.body['csrfToken']) };
    return visitor.post('/api/login', { body: { username, password }, headers: token });
  };
}
/** Lets five minutes pass after each 25 attempts, within which few passwords are hashed. */
async function slowly(attempt: (index: number) => Promise<TestResponse>, index: number): Promise<TestResponse> {
  if (index > 0 && index % 25 === 0) vi.setSystemTime(Date.now() + 6 * MINUTE_MS);
  return attempt(index);
}
const statusesOf = async (count: number, attempt: (index: number) => Promise<TestResponse>): Promise<number[]> => {
  const statuses = [];
  for (let index = 0; index < count; index += 1) statuses.push((await attempt(index)).status);
  return statuses;
};
const emailsTo = (email: string, subject: string) =>
  readEmails(app.dataDir, email).filter((written) => written.subject === subject);

it('serves an honest sign-in beside a storm of right passwords of another address', async () => {
  const attackers = [await member(), await member()];
  const honest = await member();
  const browserAt = async (address: string) => {
    const visitor = app.visitor();
    const { body } = await visitor.get('/api/csrf-token', { headers: from(address) });
    const headers = { ...from(address), 'csrf-token': String(body['csrfToken']) };
    return ({ username, client }: typeof honest) =>
      visitor.post('/api/login', { body: { username, password: client.password }, headers });
  };
  const browsers = await Promise.all(
    attackers.flatMap((who) =>
      Array.from({ length: 40 }, async () => ({ who, signIn: await browserAt('203.0.113.99') })),
    ),
  );
  const own = await browserAt('198.51.100.99');
  const statuses: number[] = [];
  const startedMs = performance.now();
  const storm = browsers.map(({ who, signIn }) => signIn(who).then(({ status }) => statuses.push(status)));
  const stormEnd = Promise.all(storm).then(() => performance.now() - startedMs);
  expect((await own(honest)).status).toBe(200);
  const tookMs = performance.now() - startedMs;
  const count = (wanted: number) => statuses.filter((status) => status === wanted).length;
  // It has the place that is left to other addresses; in the order of arrival, it would be the last.
  const { points } = RATE_LIMITS.hashesAccount;
  expect(count(200)).toBeLessThan(points);
  // On a machine that is too busy for 2 s, before the storm ends; in the order of arrival, it would be after it.
  expect(tookMs).toBeLessThan(Math.max(2_000, await stormEnd));
  expect(count(200)).toBeLessThanOrEqual(2 * points);
  expect(count(200) + count(429)).toBe(80);
});

describe('guessing the password of one account', () => {
  it('is limited over all addresses and by both names, and the owner is notified, and not locked out', async () => {
    const { client, username, email } = await member();
    const tries = await statusesOf(40, async (index) => {
      const guess = await browser(`203.0.113.${index + 1}`);
      return guess(index % 2 === 0 ? username : email);
    });
    expect(tries.filter((status) => status === 401)).toHaveLength(30);
    expect(tries.slice(30)).toEqual(Array.from({ length: 10 }, () => 429));
    await vi.waitFor(() => expect(emailsTo(email, 'Many failed sign-ins to your account')).toHaveLength(1));
    const { rows } = await app.pool.query(
      `select count(*)::int as count from audit_log where event = 'authn_login_fail' and actor_id = $1`,
      [client.user?.id],
    );
    expect(rows).toEqual([{ count: 30 }]);
    // The owner's browser, wherever it is now.
    await client.post('/api/logout');
    client.forgetToken();
    const login = { username, password: client.password };
    expect((await client.post('/api/login', { body: login, headers: from('203.0.113.5') })).status).toBe(200);
  });

  it('is limited for an unknown name as well, which looks the same', async () => {
    const tries = await statusesOf(40, async (index) => (await browser(`203.0.114.${index + 1}`))('no.such.member'));
    expect(tries.indexOf(429)).toBe(30);
  });

  it('is limited in the browser of its owner, too', async () => {
    const { client, username } = await member();
    await client.post('/api/logout');
    const tries = await statusesOf(12, async () => {
      client.forgetToken();
      return client.post('/api/login', { body: { username, password: 'not the password' } });
    });
    expect(tries.indexOf(429)).toBe(10);
  });

  it('is not made easier by a cookie of another account or with a wrong signature', async () => {
    const [victim, attacker] = [await member(), await member()];
    await attacker.client.post('/api/logout');
    const tries = await statusesOf(34, async (index) => {
      attacker.client.forgetToken();
      const body = { username: victim.username, password: 'not the password' };
      return attacker.client.post('/api/login', { body, headers: from(`203.0.115.${index + 1}`) });
    });
    expect(tries.indexOf(429)).toBe(30);
    // The id of the victim's own browser with another signature.
    const deviceId = /device=([0-9a-f-]{36})\./.exec(victim.client.cookie)?.[1];
    expect(deviceId).toBeDefined();
    const visitor = app.visitor();
    await visitor.token();
    const forged = { ...from('203.0.115.200'), cookie: `${visitor.cookie}; device=${deviceId}.${'0'.repeat(64)}` };
    const body = { username: victim.username, password: 'not the password' };
    expect((await visitor.post('/api/login', { body, headers: forged })).status).toBe(429);
  });

  it('by a stolen session is limited over all addresses', async () => {
    const { client } = await member();
    const guess = (index: number) =>
      client.post('/api/two-factor/setup', { body: { password: 'not it' }, headers: from(`198.51.${index}.1`) });
    vi.useFakeTimers({ toFake: ['Date'] });
    const tries = await statusesOf(104, (index) => slowly(guess, index));
    expect(tries.indexOf(429)).toBe(100);
  });
});

/** Signs a member in with a new browser, with a code where one is required, and stays signed in. */
async function enter(
  { client, username }: { client: TestClient; username: string },
  code?: string,
): Promise<TestClient> {
  const visitor = app.visitor();
  const body = { username, password: client.password };
  expect((await visitor.post('/api/login', { body })).status).toBe(code ? 202 : 200);
  visitor.forgetToken();
  if (!code) return visitor;
  expect((await visitor.post('/api/login/two-factor', { body: { code } })).status).toBe(200);
  visitor.forgetToken();
  return visitor;
}
async function enableTwoFactor(client: TestClient): Promise<string[]> {
  const { body } = await client.post('/api/two-factor/setup', { body: { password: client.password } });
  const code = new TOTP({ secret: Secret.fromBase32(String(body['secret'])) }).generate();
  const enabled = await client.post('/api/two-factor/enable', { body: { code } });
  return enabled.body['recoveryCodes'] as unknown as string[];
}
const browserOf = ({ cookie }: TestClient) => /device=([0-9a-f-]{36})/.exec(cookie)?.[1];
const knownBrowsers = async ({ user }: TestClient): Promise<string[]> => {
  const text = 'select device_id from known_devices where user_id = $1 order by device_id';
  return (await app.pool.query<{ device_id: string }>(text, [user?.id])).rows.map((row) => row.device_id);
};

describe('the browsers that an owner has used', () => {
  const change = { newPassword: 'a second long password' };
  it.each<[string, (client: TestClient) => Promise<unknown>]>([
    ['the end of all other sessions', (client) => client.delete('/api/sessions')],
    [
      'a new password',
      (client) => client.post('/api/password/change', { body: { ...change, currentPassword: client.password } }),
    ],
    ['two-factor sign-in', enableTwoFactor],
  ])('are forgotten, but for the one that acts, by %s', async (_what, secure) => {
    const owner = await member();
    await enter(owner);
    await enter(owner);
    expect(await knownBrowsers(owner.client)).toHaveLength(3);
    await secure(owner.client);
    expect(await knownBrowsers(owner.client)).toEqual([browserOf(owner.client)]);
  });

  it('are at most twenty, without the oldest', async () => {
    const owner = await member();
    await app.pool.query(`update known_devices set last_used_at = now() - interval '2 days' where user_id = $1`, [
      owner.client.user?.id,
    ]);
    let last = owner.client;
    for (let count = 0; count < 20; count += 1) last = await enter(owner);
    const known = await knownBrowsers(owner.client);
    expect(known).toHaveLength(20);
    expect(known).toContain(browserOf(last));
    expect(known).not.toContain(browserOf(owner.client));
  });

  it('allow a hundred wrong passwords a day together, and the owner stays signed in', async () => {
    const owner = await member();
    const browsers: TestClient[] = [];
    for (let count = 0; count < 12; count += 1) browsers.push(await enter(owner));
    const guess = async (index: number) => {
      const one = browsers[Math.floor(index / 9)] ?? owner.client;
      one.forgetToken();
      return one.post('/api/login', { body: { username: owner.username, password: 'not the password' } });
    };
    vi.useFakeTimers({ toFake: ['Date'] });
    vi.setSystemTime(Date.now() + 6 * MINUTE_MS);
    const tries = await statusesOf(108, (index) => slowly(guess, index));
    expect(tries.indexOf(429)).toBe(100);
    expect((await owner.client.get('/api/user')).status).toBe(200);
  });

  it('allow fifty wrong codes a day together', async () => {
    const owner = await member();
    const codes = await enableTwoFactor(owner.client);
    const browsers: TestClient[] = [];
    for (const code of codes.slice(0, 6)) browsers.push(await enter(owner, code));
    const body = { username: owner.username, password: owner.client.password };
    const tries = await statusesOf(54, async (index) => {
      const one = browsers[Math.floor(index / 9)] ?? owner.client;
      if (index % 9 === 0) {
        expect((await one.post('/api/login', { body })).status).toBe(202);
        one.forgetToken();
      }
      return one.post('/api/login/two-factor', { body: { code: 'zzzzz-zzzzz' } });
    });
    expect(tries.indexOf(429)).toBe(50);
  });
});

it('one pupil who guesses at one account does not lock the others of the school out', async () => {
  const [pupil, other] = [await member(), await member()];
  const guess = await browser('192.0.2.1');
  const tries = await statusesOf(110, () => guess(pupil.username));
  expect(tries.filter((status) => status === 401)).toHaveLength(10);
  const honest = await browser('192.0.2.1');
  expect((await honest(other.username, other.client.password)).status).toBe(200);
});

it('a common password, or one made of the own name, is refused wherever one is chosen', async () => {
  const { client, email } = await member();
  const chosen = { ...client.user, fullName: 'Ana Ruiz', username: 'another.one', email: 'another.one@example.org' };
  const register = (password: string) =>
    app.visitor().post('/api/register', {
      body: {
        username: chosen.username,
        email: chosen.email,
        fullName: chosen.fullName,
        role: 'student',
        password,
        confirmPassword: password,
      },
    });
  for (const password of ['password', '12345678', 'lyceum2026', 'another.one1'])
    expect((await register(password)).body).toMatchObject({ errors: { password: [expect.any(String)] } });
  const change = { currentPassword: client.password, newPassword: 'qwertyuiop' };
  expect((await client.post('/api/password/change', { body: change })).body).toMatchObject({
    errors: { newPassword: [expect.stringContaining('most common')] },
  });
  await app.visitor().post('/api/password/forgot', { body: { email } });
  const link = await vi.waitFor(() => {
    const [found] = emailsTo(email, 'Choose a new password');
    if (!found) throw new Error('no email yet');
    return found.link;
  });
  const reset = { token: link.split('#token=')[1], password: 'iloveyou1' };
  expect((await app.visitor().post('/api/password/reset', { body: reset })).body).toMatchObject({
    errors: { password: [expect.stringContaining('most common')] },
  });
});

it('a name of the operators is refused at registration and later', async () => {
  const { client } = await member();
  expect((await client.patch('/api/account', { body: { username: 'adm1n' } })).body).toMatchObject({
    errors: { username: [expect.stringContaining('reserved')] },
  });
  expect((await app.visitor().get('/api/username-available?u=Support')).body).toMatchObject({ available: false });
  const registration = {
    username: 'lyceum.team',
    email: 'team@example.org',
    fullName: 'T',
    role: 'teacher',
    password: 'a long test password',
    confirmPassword: 'a long test password',
  };
  expect((await app.visitor().post('/api/register', { body: registration })).status).toBe(400);
  const named = { ...registration, username: 'harmless.one', fullName: 'Lyceum Support' };
  expect((await app.visitor().post('/api/register', { body: named })).body).toMatchObject({
    errors: { fullName: [expect.stringContaining('reserved')] },
  });
});

it('an address that no account has confirmed receives at most five emails a day', async () => {
  const { client } = await member();
  const target = 'stranger@example.org';
  const tries = await statusesOf(7, () =>
    client.post('/api/email/change', { body: { newEmail: target, password: client.password } }),
  );
  expect(tries).toEqual([202, 202, 202, 202, 202, 429, 429]);
  await vi.waitFor(() => expect(readEmails(app.dataDir, target)).toHaveLength(5));
  for (const { text } of readEmails(app.dataDir, target)) expect(text).not.toContain(client.user?.fullName);
});
