import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readEmails, type WrittenEmail } from '../../testing/emails.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';

const NEXT = 'a second long password';

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

async function person(): Promise<{ client: TestClient; name: string; email: string }> {
  const client = app.visitor();
  const user = await client.signUp('student');
  return { client, name: user.username, email: user.email };
}
const mailTo = (to: string, subject: string): Promise<WrittenEmail> =>
  vi.waitFor(
    () => {
      const mail = readEmails(app.dataDir, to).findLast((written) => written.subject === subject);
      if (!mail) throw new Error(`no mail "${subject}" to ${to}`);
      return mail;
    },
    { interval: 100 },
  );
const tokenOf = (mail: WrittenEmail) => mail.link.split('#token=')[1] ?? '';
const signIn = (username: string, password: string) =>
  app.visitor().post('/api/login', { body: { username, password } });
const isSignedIn = async (client: TestClient) => (await client.get('/api/user')).status === 200;
const forget = (email: string) => app.visitor().post('/api/password/forgot', { body: { email } });
const reset = (token: string, password = NEXT) =>
  app.visitor().post('/api/password/reset', { body: { token, password } });

describe('a forgotten password', () => {
  it('is replaced with the emailed link, once, and every session ends', async () => {
    const { client, name, email } = await person();
    expect((await forget(email.toUpperCase())).status).toBe(202);
    const mail = await mailTo(email, 'Choose a new password');
    expect(mail.link).toMatch(/^\/auth\?mode=reset#token=[\w-]{43}$/);
    const [row] = (await app.pool.query('select token_hash from auth_tokens where purpose = $1', ['reset'])).rows as {
      token_hash: Buffer;
    }[];
    expect(row?.token_hash.toString('utf8')).not.toContain(tokenOf(mail));

    expect((await reset(tokenOf(mail), 'short')).status).toBe(400);
    expect((await reset(tokenOf(mail))).status).toBe(204);
    expect(await isSignedIn(client)).toBe(false);
    expect((await signIn(name, client.password)).status).toBe(401);
    expect((await signIn(name, NEXT)).status).toBe(200);
    expect((await reset(tokenOf(mail))).body).toMatchObject({
      code: 'VALIDATION',
      errors: { token: [expect.stringContaining('already used')] },
    });
    await mailTo(email, 'Your password was changed');
  });

  it('is replaced once when the response is lost and the browser was signed in, or signs in meanwhile', async () => {
    for (const isSignedInFirst of [true, false]) {
      const { client, name, email } = await person();
      await forget(email);
      const body = { token: tokenOf(await mailTo(email, 'Choose a new password')), password: NEXT };
      const browser = isSignedInFirst ? client : app.visitor();
      const key = `reset-${isSignedInFirst}`;
      await browser.token();
      expect((await browser.post('/api/password/reset', { body, key, isLost: true })).status).toBe(204);
      expect(await isSignedIn(browser)).toBe(false);
      if (!isSignedInFirst) {
        expect((await browser.post('/api/login', { body: { username: name, password: NEXT } })).status).toBe(200);
        browser.forgetToken();
      }
      expect(await browser.post('/api/password/reset', { body, key })).toMatchObject({ status: 204 });
      expect(await isSignedIn(browser)).toBe(!isSignedInFirst);
    }
  });

  it('gets the same response for an address without an account, which receives no email', async () => {
    expect((await forget('unknown@example.test')).status).toBe(202);
    const { email } = await person();
    await forget(email);
    await mailTo(email, 'Choose a new password');
    expect(readEmails(app.dataDir, 'unknown@example.test')).toEqual([]);
  });

  it('is not replaced when the link has expired or is used twice at once', async () => {
    const { client, email } = await person();
    await forget(email);
    const token = tokenOf(await mailTo(email, 'Choose a new password'));
    const responses = await Promise.all([reset(token), reset(token)]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([204, 400]);
    await forget(email);
    const [, late] = await vi.waitFor(() => {
      const mails = readEmails(app.dataDir, email).filter(({ subject }) => subject === 'Choose a new password');
      expect(mails).toHaveLength(2);
      return mails;
    });
    await app.pool.query("update auth_tokens set expires_at = now() - interval '1 second' where user_id = $1", [
      client.user?.id,
    ]);
    expect((await reset(tokenOf(late as WrittenEmail))).status).toBe(400);
  });
});

describe('an address', () => {
  const account = async (client: TestClient) => (await client.get('/api/account')).body;
  const verify = (token: string) => app.visitor().post('/api/email/verify', { body: { token } });
  const change = (client: TestClient, newEmail: string, password = client.password) =>
    client.post('/api/email/change', { body: { newEmail, password } });

  it('is confirmed by the emailed link of registration; the account works before that', async () => {
    const { client, email } = await person();
    expect(await account(client)).toMatchObject({ email, isEmailVerified: false, pendingEmail: null });
    const token = tokenOf(await mailTo(email, 'Confirm your email address'));
    expect((await client.post('/api/email/verification')).status).toBe(202);
    expect((await verify(token)).body).toEqual({ email });
    expect(await account(client)).toMatchObject({ isEmailVerified: true });
    expect((await verify(token)).status).toBe(400);
    expect((await reset(token)).status).toBe(400);
  });

  it('changes when the link sent to the new one is opened, and the old one is notified', async () => {
    const { client, email } = await person();
    const next = `new-${email}`;
    expect((await change(client, next, 'not my password')).body).toMatchObject({
      errors: { password: ['This password is incorrect'] },
    });
    expect((await change(client, email)).status).toBe(400);
    expect(await change(client, next)).toMatchObject({ status: 202, body: { pendingEmail: next } });
    expect(await account(client)).toMatchObject({ email, pendingEmail: next });
    expect((await verify(tokenOf(await mailTo(next, 'Confirm your email address')))).body).toEqual({ email: next });
    expect(await account(client)).toMatchObject({ email: next, isEmailVerified: true, pendingEmail: null });
    expect((await mailTo(email, 'Your email address was changed')).text).toContain(next);
    expect((await signIn(next, client.password)).status).toBe(200);
  });

  it('that has an account is refused, also when it was taken in the meantime', async () => {
    const [one, other] = [await person(), await person()];
    expect(await change(one.client, other.email)).toMatchObject({
      status: 409,
      body: { code: 'EMAIL_EXISTS', details: { field: 'newEmail' } },
    });
    const next = `late-${one.email}`;
    await change(one.client, next);
    const token = tokenOf(await mailTo(next, 'Confirm your email address'));
    await app.visitor().signUp('student', { email: next });
    expect((await verify(token)).status).toBe(409);
    expect(await account(one.client)).toMatchObject({ email: one.email });
  });

  it('that is pending can be cancelled', async () => {
    const { client, email } = await person();
    const next = `dropped-${email}`;
    await change(client, next);
    const token = tokenOf(await mailTo(next, 'Confirm your email address'));
    expect((await client.delete('/api/email/change')).status).toBe(204);
    expect(await account(client)).toMatchObject({ pendingEmail: null });
    expect((await verify(token)).status).toBe(400);
  });
});

describe('a username', () => {
  it('changes, unless another account has it, which returns a suggestion', async () => {
    const [one, other] = [await person(), await person()];
    const next = `${one.name}.new`;
    expect((await one.client.patch('/api/account', { body: { username: next } })).body).toMatchObject({
      username: next,
    });
    expect((await one.client.get('/api/user')).body).toMatchObject({ username: next });
    expect(await one.client.patch('/api/account', { body: { username: other.name.toUpperCase() } })).toMatchObject({
      status: 409,
      body: { code: 'USERNAME_EXISTS', details: { field: 'username', username: expect.any(String) } },
    });
    expect((await one.client.patch('/api/account', { body: { username: next.toUpperCase() } })).status).toBe(200);
    expect((await one.client.patch('/api/account', { body: { username: 'no spaces' } })).status).toBe(400);
  });
});

it('limits requests per network address with an error, and requests per email silently', async () => {
  const narrow = await createTestApp({ limitFactor: 0.2 });
  const visitor = narrow.visitor();
  const responses = [];
  for (let tries = 0; tries < 7; tries += 1)
    responses.push((await visitor.post('/api/password/forgot', { body: { email: 'one@example.test' } })).status);
  expect(responses).toEqual([202, 202, 202, 202, 202, 202, 429]);
  const [row] = (
    await narrow.pool.query(`select count(*)::int as count from pgboss.job where name = 'forgotten-password'`)
  ).rows as { count: number }[];
  expect(row?.count).toBe(1);
  await narrow.close();
});
