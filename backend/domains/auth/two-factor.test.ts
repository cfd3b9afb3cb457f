import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#shared/time.ts';
import { readEmails } from '../../testing/emails.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { TestClient } from '../../testing/test-client.ts';

const STEP_MS = 30 * SECOND_MS;

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

/** The code of an app whose clock is this many steps off. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * STEP_MS });
/** A code that no step near the current one has. */
const wrongCode = (secret: string) => {
  const near = new Set([-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps)));
  return ['000000', '111111', '222222', '333333', '444444', '555555'].find((code) => !near.has(code)) ?? '';
};

interface Guarded {
  client: TestClient;
  name: string;
  secret: string;
  recoveryCodes: string[];
}

async function guarded(): Promise<Guarded> {
  const client = app.visitor();
  const { username } = await client.signUp('student');
  await app.confirmEmail(client);
  const { secret } = (await client.post('/api/two-factor/setup', { body: { password: client.password } }))
    .body as unknown as { secret: string };
  const enabled = await client.post('/api/two-factor/enable', { body: { code: codeOf(secret) } });
  expect(enabled.status).toBe(200);
  // Makes the last use older, because a code of the past may have expired when it arrives.
  await app.pool.query('update two_factor set last_step = 0 where user_id = $1', [client.user?.id]);
  return { client, name: username, secret, recoveryCodes: enabled.body['recoveryCodes'] as unknown as string[] };
}
async function enterPassword({ name, client }: Guarded): Promise<TestClient> {
  const visitor = app.visitor();
  const response = await visitor.post('/api/login', { body: { username: name, password: client.password } });
  expect(response).toMatchObject({ status: 202, body: { twoFactor: true } });
  visitor.forgetToken();
  return visitor;
}
const enterCode = (visitor: TestClient, code: string) => visitor.post('/api/login/two-factor', { body: { code } });
const changePassword = ({ client, recoveryCodes }: Guarded) =>
  client.post('/api/password/change', {
    body: { currentPassword: client.password, newPassword: 'a second long password', code: recoveryCodes[9] },
  });
async function revoke({ client }: Guarded, visitor: TestClient): Promise<void> {
  const sessions = (await visitor.get('/api/sessions')).body as unknown as { id: string; isCurrent: boolean }[];
  const current = sessions.find(({ isCurrent }) => isCurrent);
  expect((await client.delete(`/api/sessions/${current?.id}`)).status).toBe(204);
}
const isSignedIn = async (client: TestClient) => (await client.get('/api/user')).status === 200;

describe('setting up', () => {
  it('requires the password, then a code of the app, and returns recovery codes once', async () => {
    const client = app.visitor();
    const { username, email } = await client.signUp('teacher');
    expect((await client.post('/api/two-factor/setup', { body: { password: client.password } })).body).toMatchObject({
      message: expect.stringContaining('Confirm your email address'),
    });
    await app.confirmEmail(client);
    expect((await client.post('/api/two-factor/setup', { body: { password: 'not my password' } })).status).toBe(400);
    const { body } = await client.post('/api/two-factor/setup', { body: { password: client.password } });
    const secret = String(body['secret']);
    expect(body['uri']).toBe(
      `otpauth://totp/Lyceum:${username}?issuer=Lyceum&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
    expect((await client.post('/api/two-factor/enable', { body: { code: wrongCode(secret) } })).status).toBe(400);
    expect((await client.get('/api/account')).body['twoFactor']).toEqual({ isOn: false, recoveryCodesLeft: 0 });
    const enabled = await client.post('/api/two-factor/enable', { body: { code: codeOf(secret) } });
    expect(enabled.body['recoveryCodes']).toHaveLength(10);
    expect((await client.get('/api/account')).body['twoFactor']).toEqual({ isOn: true, recoveryCodesLeft: 10 });
    await app.pool.query('update two_factor set last_step = 0 where user_id = $1', [client.user?.id]);
    const again = { password: client.password, code: codeOf(secret) };
    expect((await client.post('/api/two-factor/setup', { body: again })).body).toMatchObject({ code: 'EXISTS' });
    expect((await client.post('/api/two-factor/enable', { body: { code: codeOf(secret, 1) } })).status).toBe(409);
    await vi.waitFor(() =>
      expect(readEmails(app.dataDir, email).map(({ subject }) => subject)).toContain('Two-factor sign-in is on'),
    );
  });

  it('stores neither the key nor the recovery codes in plain text', async () => {
    const { client, secret, recoveryCodes } = await guarded();
    const [row] = (await app.pool.query('select secret from two_factor where user_id = $1', [client.user?.id]))
      .rows as { secret: Buffer }[];
    expect(row?.secret.includes(Buffer.from(Secret.fromBase32(secret).bytes))).toBe(false);
    const { rows } = await app.pool.query('select code_hash from recovery_codes where user_id = $1', [client.user?.id]);
    expect(JSON.stringify(rows)).not.toContain(String(recoveryCodes[0]));
  });

  it('requires the password and a code for every sensitive change', async () => {
    const { client, name, recoveryCodes } = await guarded();
    const { password } = client;
    const id = '01a12658-0000-7000-8000-000000000000';
    const calls: [string, object][] = [
      ['/api/two-factor/disable', { password }],
      ['/api/two-factor/recovery-codes', { password }],
      ['/api/two-factor/setup', { password }],
      ['/api/email/change', { password, newEmail: `next-${name}@example.org` }],
      ['/api/password/change', { currentPassword: password, newPassword: 'a second long password' }],
      ['/api/account/export', { password }],
      [`/api/account/export/${id}/confirm`, { password }],
    ];
    for (const [path, body] of calls) {
      for (const code of [undefined, '', 'abcde-12345'])
        expect([path, (await client.post(path, { body: { ...body, code } })).body]).toMatchObject([
          path,
          { code: 'VALIDATION', errors: { code: [expect.any(String)] } },
        ]);
    }
    expect((await client.delete('/api/account', { body: { password } })).body).toMatchObject({
      errors: { code: [expect.any(String)] },
    });
    const wrong = { password: 'not my password', code: recoveryCodes[0] };
    expect((await client.post('/api/two-factor/disable', { body: wrong })).body).toMatchObject({
      errors: { password: ['This password is incorrect'] },
    });
    expect((await client.get('/api/account')).body).toMatchObject({
      pendingEmail: null,
      lastExport: null,
      twoFactor: { isOn: true, recoveryCodesLeft: 10 },
    });
  });

  it('is turned off, and its codes are renewed, with a code that works once', async () => {
    const person = await guarded();
    const { client, recoveryCodes } = person;
    const confirmation = { password: client.password, code: recoveryCodes[0] };
    const renewed = await client.post('/api/two-factor/recovery-codes', { body: confirmation });
    const codes = renewed.body['recoveryCodes'] as unknown as string[];
    expect(codes).toHaveLength(10);
    expect((await enterCode(await enterPassword(person), String(recoveryCodes[1]))).status).toBe(400);
    expect((await client.post('/api/two-factor/disable', { body: confirmation })).status).toBe(400);
    const last = { password: client.password, code: codes[0] };
    expect((await client.post('/api/two-factor/disable', { body: last })).status).toBe(204);
    expect((await client.post('/api/two-factor/recovery-codes', { body: last })).status).toBe(404);
    expect(
      (await app.visitor().post('/api/login', { body: { username: person.name, password: client.password } })).status,
    ).toBe(200);
  });

  it('ends the other sessions when it is turned on or off', async () => {
    const person = await guarded();
    const { client, recoveryCodes } = person;
    const other = await enterPassword(person);
    await enterCode(other, codeOf(person.secret));
    expect(await isSignedIn(other)).toBe(true);
    await client.post('/api/two-factor/disable', { body: { password: client.password, code: recoveryCodes[0] } });
    expect([await isSignedIn(client), await isSignedIn(other)]).toEqual([true, false]);
    const later = app.visitor();
    await later.post('/api/login', { body: { username: person.name, password: client.password } });
    const setup = await client.post('/api/two-factor/setup', { body: { password: client.password } });
    await client.post('/api/two-factor/enable', { body: { code: codeOf(String(setup.body['secret'])) } });
    expect([await isSignedIn(client), await isSignedIn(later)]).toEqual([true, false]);
  });

  it('counts wrong codes per account, and forgets them after a right one', async () => {
    const narrow = await createTestApp({ limitFactor: 0.5 });
    const client = narrow.visitor();
    await client.signUp('student');
    await narrow.confirmEmail(client);
    const { body } = await client.post('/api/two-factor/setup', { body: { password: client.password } });
    const secret = String(body['secret']);
    const enable = async (code: string) => (await client.post('/api/two-factor/enable', { body: { code } })).status;
    const responses = [];
    for (let tries = 0; tries < 4; tries += 1) responses.push(await enable(wrongCode(secret)));
    expect([...responses, await enable(codeOf(secret))]).toEqual([400, 400, 400, 400, 200]);
    await narrow.pool.query('update two_factor set enabled_at = null, last_step = 0 where user_id = $1', [
      client.user?.id,
    ]);
    responses.length = 0;
    for (let tries = 0; tries < 6; tries += 1) responses.push(await enable(wrongCode(secret)));
    expect([...responses, await enable(codeOf(secret))]).toEqual([400, 400, 400, 400, 400, 429, 429]);
    await narrow.close();
  });

  it('is removed when the real owner of an address confirms it by a new password', async () => {
    const person = await guarded();
    await app.pool.query('update users set email_verified_at = null where id = $1', [person.client.user?.id]);
    const email = String(person.client.user?.email);
    await app.visitor().post('/api/password/forgot', { body: { email } });
    const link = await vi.waitFor(() => {
      const found = readEmails(app.dataDir, email).find(({ subject }) => subject === 'Choose a new password');
      if (!found) throw new Error('no email yet');
      return found.link;
    });
    const password = 'the owner chose this';
    const token = link.split('#token=')[1];
    expect((await app.visitor().post('/api/password/reset', { body: { token, password } })).status).toBe(204);
    expect((await app.visitor().post('/api/login', { body: { username: person.name, password } })).status).toBe(200);
  });
});

describe('signing in', () => {
  it.each([
    ['Arabic', 0x0660],
    ['Persian', 0x06f0],
    ['Devanagari', 0x0966],
    ['full-width', 0xff10],
  ])('accepts a code in %s digits, as a keyboard sends them', async (_, zero) => {
    const person = await guarded();
    const digits = (code: string) => [...code].map((digit) => String.fromCodePoint(zero + Number(digit)));
    const visitor = await enterPassword(person);
    expect((await enterCode(visitor, digits(wrongCode(person.secret)).join(''))).status).toBe(400);
    // A direction mark, a no-break space and a dash come with a copied code.
    const [a, b, c, ...rest] = digits(codeOf(person.secret));
    expect((await enterCode(visitor, `\u200f${a}${b}\u00a0${c}–${rest.join('')}`)).status).toBe(200);
  });

  it.each(['123٤56'.repeat(2), '😀😀😀', '\u200b', 'ⅠⅡⅢⅣⅤⅥ'])('refuses %s', async (code) => {
    const person = await guarded();
    expect((await enterCode(await enterPassword(person), code)).status).toBe(400);
  });

  it('requires the code after the password, in a new session each time', async () => {
    const person = await guarded();
    const visitor = await enterPassword(person);
    expect(await isSignedIn(visitor)).toBe(false);
    const held = visitor.cookie;
    expect((await enterCode(visitor, codeOf(person.secret))).body).toMatchObject({ username: person.name });
    expect(visitor.cookie).not.toBe(held);
    expect(await isSignedIn(visitor)).toBe(true);
    visitor.forgetToken();
    expect((await enterCode(visitor, codeOf(person.secret, 1))).status).toBe(401);
  });

  it('accepts no code twice, nor an older one', async () => {
    const person = await guarded();
    const code = codeOf(person.secret);
    expect((await enterCode(await enterPassword(person), code)).status).toBe(200);
    const again = await enterPassword(person);
    expect((await enterCode(again, code)).body).toMatchObject({
      errors: { code: [expect.stringContaining('incorrect')] },
    });
    expect((await enterCode(again, codeOf(person.secret, -1))).status).toBe(400);
    expect((await enterCode(again, codeOf(person.secret, 1))).status).toBe(200);
  });

  it('accepts one code from one of two concurrent requests', async () => {
    const person = await guarded();
    const [one, other] = [await enterPassword(person), await enterPassword(person)];
    const code = codeOf(person.secret);
    const responses = await Promise.all([enterCode(one, code), enterCode(other, code)]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  it('accepts a recovery code once, in any notation', async () => {
    const person = await guarded();
    const code = String(person.recoveryCodes[3]);
    expect((await enterCode(await enterPassword(person), ` ${code.toUpperCase().replace('-', ' ')} `)).status).toBe(
      200,
    );
    expect((await enterCode(await enterPassword(person), code)).status).toBe(400);
    expect((await person.client.get('/api/account')).body['twoFactor']).toEqual({ isOn: true, recoveryCodesLeft: 9 });
  });

  it('requires the password again after five minutes, and when none was given', async () => {
    const person = await guarded();
    const visitor = await enterPassword(person);
    await app.pool.query(
      `update sessions set data = jsonb_set(data, '{pendingSignIn,expiresAtMs}', to_jsonb($1::bigint))
        where data->'pendingSignIn'->>'userId' = $2`,
      [Date.now() - MINUTE_MS, person.client.user?.id],
    );
    expect((await enterCode(visitor, codeOf(person.secret))).status).toBe(401);
    expect((await enterCode(app.visitor(), codeOf(person.secret))).status).toBe(401);
  });

  it('requires the password again when it was changed in the meantime', async () => {
    const person = await guarded();
    const visitor = await enterPassword(person);
    await changePassword(person);
    expect((await enterCode(visitor, codeOf(person.secret))).status).toBe(401);
  });

  it('repeats a completed sign-in with the previous and with the new session', async () => {
    const person = await guarded();
    const visitor = await enterPassword(person);
    const request = { body: { code: codeOf(person.secret) }, key: 'second-step-repeated' };
    const first = await visitor.post('/api/login/two-factor', { ...request, isLost: true });
    expect(first.status).toBe(200);
    const held = visitor.cookie;
    expect(await visitor.post('/api/login/two-factor', request)).toMatchObject({ status: 200, body: first.body });
    expect(visitor.cookie).not.toBe(held);
    visitor.forgetToken();
    expect(await visitor.post('/api/login/two-factor', request)).toMatchObject({ status: 200, body: first.body });
    expect(await isSignedIn(visitor)).toBe(true);
  });

  it.each([
    ['the password was changed', changePassword],
    ['its session was revoked', revoke],
    ['it was signed out', async (_person: Guarded, visitor: TestClient) => visitor.post('/api/logout')],
  ])('does not repeat a completed sign-in when %s', async (_what, end) => {
    const person = await guarded();
    const visitor = await enterPassword(person);
    const request = { body: { code: codeOf(person.secret) }, key: 'second-step-replayed' };
    await visitor.token();
    const headers = { cookie: visitor.cookie, 'csrf-token': await visitor.token() };
    expect((await visitor.post('/api/login/two-factor', request)).status).toBe(200);
    visitor.forgetToken();
    await end(person, visitor);
    const replay = new TestClient(app.url);
    await replay.token();
    const replayed = await replay.post('/api/login/two-factor', { ...request, headers });
    expect([401, 403]).toContain(replayed.status);
    replay.forgetToken();
    expect(await isSignedIn(replay)).toBe(false);
    expect((await replay.post('/api/login/two-factor', request)).status).toBe(401);
  });

  it('counts wrong codes per account, from any address', async () => {
    const narrow = await createTestApp({ limitFactor: 0.5 });
    const client = narrow.visitor();
    const { username } = await client.signUp('student');
    await narrow.confirmEmail(client);
    const { body } = await client.post('/api/two-factor/setup', { body: { password: client.password } });
    const secret = String(body['secret']);
    await client.post('/api/two-factor/enable', { body: { code: codeOf(secret) } });
    const visitor = narrow.visitor();
    await visitor.post('/api/login', { body: { username, password: client.password } });
    visitor.forgetToken();
    const responses = [];
    for (let tries = 0; tries < 6; tries += 1) responses.push((await enterCode(visitor, wrongCode(secret))).status);
    expect(responses).toEqual([400, 400, 400, 400, 400, 429]);
    expect((await enterCode(visitor, codeOf(secret))).status).toBe(429);
    await narrow.close();
  });
});

it('a sign-in from a new device is reported by email, one from a known device is not', async () => {
  const client = app.visitor();
  const { username, email } = await client.signUp('student');
  const login = { username, password: client.password };
  await app.visitor().post('/api/login', { body: login });
  const chrome = {
    'user-agent':
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36',
  };
  await app.visitor().post('/api/login', { body: login, headers: chrome });
  await app.visitor().post('/api/login', { body: login, headers: chrome });
  const emails = () =>
    readEmails(app.dataDir, email).filter(({ subject }) => subject === 'New sign-in to your account');
  await vi.waitFor(() => expect(emails()).toHaveLength(1));
  expect(emails()[0]?.text).toContain('Chrome on Linux');
  const { rows } = await app.pool.query(
    `select event from audit_log where actor_id = $1 and event = 'authn_new_device'`,
    [client.user?.id],
  );
  expect(rows).toHaveLength(1);
});
