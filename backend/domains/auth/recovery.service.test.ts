import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readEmails, type WrittenEmail } from '../../testing/emails.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';
import { transact } from '../../db/transact.ts';
import { issueToken } from './auth.tokens.ts';
import { FORGOTTEN_PASSWORD_JOB } from './recovery.service.ts';

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

  it('gets one link from a job that runs again because its end was not recorded', async () => {
    const { client, email } = await person();
    await forget(email);
    await mailTo(email, 'Choose a new password');
    const isDone = `select 1 from pgboss.job where name = $1 and data->>'email' = $2 and state = 'completed'`;
    const again = `update pgboss.job set state = 'created', completed_on = null, start_after = now()
      where name = $1 and data->>'email' = $2 and state = 'completed'`;
    const values = [FORGOTTEN_PASSWORD_JOB, email];
    const done = () => expect.poll(async () => (await app.pool.query(isDone, values)).rowCount).toBe(1);
    await done();
    await app.pool.query(again, values);
    await done();
    const counts = `select (select count(*) from auth_tokens where user_id = $1 and purpose = 'reset')::int as tokens,
      (select count(*) from audit_log where actor_id = $1 and event = 'authn_password_reset_requested')::int as entries,
      (select count(*) from pgboss.job where name = 'send-email' and data->>'to' = $2
        and data->>'template' = 'reset-password')::int as emails`;
    const { rows } = await app.pool.query(counts, [client.user?.id, email]);
    expect(rows).toEqual([{ tokens: 1, entries: 1, emails: 1 }]);
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

const account = async (client: TestClient) => (await client.get('/api/account')).body;
const verify = (token: string) => app.visitor().post('/api/email/verify', { body: { token } });
const change = (client: TestClient, newEmail: string, password = client.password) =>
  client.post('/api/email/change', { body: { newEmail, password } });
const changePassword = (client: TestClient, newPassword = NEXT) =>
  client.post('/api/password/change', { body: { currentPassword: client.password, newPassword } });
const restore = (token: string, password = NEXT) =>
  app.visitor().post('/api/account/restore', { body: { token, password } });

describe('an account whose password someone else knew', () => {
  /** The owner, and a second session of someone who has the password. */
  async function shared(): Promise<{ client: TestClient; attacker: TestClient; name: string; email: string }> {
    const owner = await person();
    await app.confirmEmail(owner.client);
    const attacker = app.visitor();
    await attacker.post('/api/login', { body: { username: owner.name, password: owner.client.password } });
    attacker.forgetToken();
    return { ...owner, attacker };
  }
  const byReset = async ({ email }: { email: string }) => {
    await forget(email);
    return reset(tokenOf(await mailTo(email, 'Choose a new password')));
  };
  const byChange = ({ client }: { client: TestClient }) => changePassword(client);

  it.each([
    ['a reset', byReset],
    ['a change', byChange],
  ])('keeps its address after %s of the password, whatever links were requested before', async (_what, recover) => {
    const known = await shared();
    const { attacker, name, email } = known;
    const wanted = `evil-${email}`;
    await change(attacker, wanted, known.client.password);
    const moved = tokenOf(await mailTo(wanted, 'Confirm your email address'));
    await forget(email);
    const earlier = tokenOf(await mailTo(email, 'Choose a new password'));
    expect((await recover(known)).status).toBe(204);
    expect(await isSignedIn(attacker)).toBe(false);
    expect((await verify(moved)).status).toBe(400);
    expect((await reset(earlier, 'the attacker chose this')).status).toBe(400);
    const owner = app.visitor();
    expect((await owner.post('/api/login', { body: { username: name, password: NEXT } })).status).toBe(200);
    expect(await account(owner)).toMatchObject({ email, pendingEmail: null });
  });

  it('learns at its address that a change was requested, and prevents it', async () => {
    const { client, attacker, name, email } = await shared();
    const wanted = `evil-${email}`;
    await change(attacker, wanted, client.password);
    const warning = await mailTo(email, 'Your email address is about to change');
    expect(warning.text).toContain(wanted);
    expect(warning.link).toMatch(/^\/auth\?mode=restore#token=[\w-]{43}$/);
    expect((await restore(tokenOf(warning))).status).toBe(204);
    expect(await isSignedIn(attacker)).toBe(false);
    expect((await verify(tokenOf(await mailTo(wanted, 'Confirm your email address')))).status).toBe(400);
    expect((await signIn(name, client.password)).status).toBe(401);
    expect((await signIn(email, NEXT)).status).toBe(200);
  });

  it('is given back to its address within seven days, also after a new password and a second factor', async () => {
    const { client, attacker, name, email } = await shared();
    const wanted = `evil-${email}`;
    await change(attacker, wanted, client.password);
    await verify(tokenOf(await mailTo(wanted, 'Confirm your email address')));
    expect(await isSignedIn(client)).toBe(false);
    await changePassword(attacker, 'the attacker chose this');
    const further = `further-${email}`;
    await change(attacker, further, 'the attacker chose this');
    await verify(tokenOf(await mailTo(further, 'Confirm your email address')));
    await app.pool.query(
      `insert into two_factor (id, user_id, secret, enabled_at) values (gen_random_uuid(), $1, '', now())`,
      [client.user?.id],
    );
    const changed = await mailTo(email, 'Your email address was changed');
    expect(changed.text).toContain(wanted);
    expect((await restore(tokenOf(changed))).status).toBe(204);
    expect(await isSignedIn(attacker)).toBe(false);
    expect((await signIn(name, NEXT)).body).toMatchObject({ email });
    await mailTo(email, 'Your account was restored');
  });

  /** Changes the address to `next-` and returns the link that the previous one received. */
  const tokenOfChange = async ({ client, email }: { client: TestClient; email: string }): Promise<string> => {
    await change(client, `next-${email}`);
    await verify(tokenOf(await mailTo(`next-${email}`, 'Confirm your email address')));
    return tokenOf(await mailTo(email, 'Your email address was changed'));
  };

  it('sends no further address a link while an earlier one has a valid link', async () => {
    const known = await shared();
    const { client, email } = known;
    await tokenOfChange(known);
    await change(client, `further-${email}`);
    const warning = await mailTo(`next-${email}`, 'Your email address is about to change');
    expect([warning.link, warning.text]).toEqual(['', expect.stringContaining('the address that you had before')]);
    await verify(tokenOf(await mailTo(`further-${email}`, 'Confirm your email address')));
    expect((await mailTo(`next-${email}`, 'Your email address was changed')).link).toBe('');
    const { rows } = await app.pool.query(
      `select distinct email from auth_tokens where user_id = $1 and purpose = 'restore'`,
      [client.user?.id],
    );
    expect(rows).toEqual([{ email }]);
  });

  it('is given back by the link of an earlier address, whatever link was used after it', async () => {
    const known = await shared();
    const { client, name, email } = known;
    const earlier = await tokenOfChange(known);
    const issue = () =>
      transact(app.em(), (tx) =>
        issueToken(tx, { userId: String(client.user?.id), purpose: 'restore', email: `next-${email}` }),
      );
    const [used, unused, lastUnused] = [await issue(), await issue(), await issue()];
    expect((await restore(used, 'the attacker chose this')).status).toBe(204);
    expect((await restore(unused)).status).toBe(400);
    expect((await restore(earlier)).status).toBe(204);
    expect((await signIn(name, NEXT)).body).toMatchObject({ email });
    expect((await restore(lastUnused)).status).toBe(400);
  });

  it('sends no link to an address that the account lost while a change was requested', async () => {
    const { client, attacker, email } = await shared();
    const held = await app.pool.connect();
    await held.query('begin');
    await held.query('update users set email = $2 where id = $1', [client.user?.id, `own-${email}`]);
    const requested = change(attacker, `evil-${email}`, client.password);
    await vi.waitFor(async () => {
      const { rows } = await app.pool.query(`select 1 from pg_stat_activity where datname = current_database()
        and cardinality(pg_blocking_pids(pid)) > 0`);
      expect(rows).toHaveLength(1);
    });
    await held.query('commit');
    held.release();
    expect((await requested).status).toBe(202);
    await mailTo(`own-${email}`, 'Your email address is about to change');
    expect(readEmails(app.dataDir, email).map(({ subject }) => subject)).not.toContain(
      'Your email address is about to change',
    );
  });

  it('loses a second factor that was enabled up to 30 days before the link, and keeps an older one', async () => {
    for (const [days, isKept] of [
      [29, false],
      [31, true],
    ] as const) {
      const { client, name, email } = await shared();
      await change(client, `next-${email}`);
      const token = tokenOf(await mailTo(email, 'Your email address is about to change'));
      await app.pool.query(
        `insert into two_factor (id, user_id, secret, enabled_at)
          select gen_random_uuid(), user_id, '', created_at - $2 * interval '1 day' from auth_tokens
          where user_id = $1 and purpose = 'restore'`,
        [client.user?.id, days],
      );
      // The link was sent six days ago, which must not count.
      await app.pool.query(
        `update auth_tokens set created_at = created_at - interval '6 days', expires_at = expires_at - interval '6 days'
          where user_id = $1`,
        [client.user?.id],
      );
      await app.pool.query(`update two_factor set enabled_at = enabled_at - interval '6 days' where user_id = $1`, [
        client.user?.id,
      ]);
      expect((await restore(token)).status).toBe(204);
      const { body } = await signIn(name, NEXT);
      expect([days, body]).toEqual([days, isKept ? { twoFactor: true } : expect.objectContaining({ email })]);
    }
  });

  it('is not given back after seven days; until then no other account can have the address', async () => {
    const known = await shared();
    const { client, email } = known;
    const token = await tokenOfChange(known);
    const { client: other } = await person();
    const register = () =>
      app
        .visitor()
        .signUp('student', { email: email.toUpperCase() })
        .then(({ username }) => username);
    await expect(register()).rejects.toThrow('EMAIL_EXISTS');
    expect((await change(other, email)).body).toMatchObject({ code: 'EMAIL_EXISTS' });
    expect((await change(client, email)).status).toBe(202);
    await app.pool.query(`update auth_tokens set expires_at = expires_at - interval '7 days' where user_id = $1`, [
      client.user?.id,
    ]);
    expect((await restore(token)).status).toBe(400);
    expect(await register()).toEqual(expect.any(String));
  });

  it('sends no link to an address that was never confirmed: it may belong to someone else', async () => {
    const { client, email } = await person();
    await change(client, `next-${email}`);
    await verify(tokenOf(await mailTo(`next-${email}`, 'Confirm your email address')));
    const { rows } = await app.pool.query(`select 1 from auth_tokens where user_id = $1 and purpose = 'restore'`, [
      client.user?.id,
    ]);
    expect(rows).toEqual([]);
    expect(readEmails(app.dataDir, email).map(({ link }) => link)).not.toContainEqual(
      expect.stringContaining('mode=restore'),
    );
  });

  it('signs out every device except the one that changed the address', async () => {
    const { client, attacker, email } = await shared();
    await change(client, `next-${email}`);
    await verify(tokenOf(await mailTo(`next-${email}`, 'Confirm your email address')));
    expect([await isSignedIn(client), await isSignedIn(attacker)]).toEqual([true, false]);
  });

  it.each([
    ['the password was reset', byReset],
    ['the password was changed', byChange],
    ['the other devices were signed out', ({ client }: { client: TestClient }) => client.delete('/api/sessions')],
  ])('leaves no calendar address and no archive behind when %s', async (_what, end) => {
    const known = await shared();
    const { attacker, client } = known;
    const userId = client.user?.id;
    const { body } = await attacker.put('/api/events/feed');
    const feed = new URL(String(body['url']));
    const readFeed = async () => (await fetch(app.url + feed.pathname + feed.search)).status;
    expect(await readFeed()).toBe(200);
    await app.pool.query(
      `insert into export_jobs (id, user_id, status, expires_at) values (gen_random_uuid(), $1, 'ready', now() + interval '1 day')`,
      [userId],
    );
    expect((await account(attacker))['lastExport']).toMatchObject({ status: 'ready' });
    expect((await end(known)).status).toBe(204);
    expect(await readFeed()).toBe(404);
    const owner = app.visitor();
    await owner.post('/api/login', { body: { username: known.name, password: NEXT } });
    const signedIn = (await isSignedIn(owner)) ? owner : client;
    expect((await account(signedIn))['lastExport']).toBeNull();
    expect((await signedIn.get('/api/events/feed')).body['createdAt']).toBeNull();
  });
});

describe('an address', () => {
  it('is confirmed by the emailed link of registration; the account works before that', async () => {
    const { client, email } = await person();
    expect(await account(client)).toMatchObject({ email, isEmailVerified: false, pendingEmail: null });
    const token = tokenOf(await mailTo(email, 'Confirm your email address'));
    expect((await client.post('/api/email/verification')).status).toBe(202);
    expect((await verify(token)).body).toEqual({ email });
    expect(await account(client)).toMatchObject({ isEmailVerified: true });
    expect((await reset(token)).status).toBe(400);
    // Opened again, the link says so again, and so does the one that was sent in between.
    const second = await vi.waitFor(() => {
      const links = readEmails(app.dataDir, email).filter(({ subject }) => subject === 'Confirm your email address');
      const found = links.map(tokenOf).find((other) => other !== token);
      if (found === undefined) throw new Error('There is no second link yet.');
      return found;
    });
    for (const used of [token, second, token]) expect((await verify(used)).body).toEqual({ email });
    // It does so no longer when the account has another address, or the link has expired.
    await app.pool.query('update users set email = $2 where id = $1', [client.user?.id, `other-${email}`]);
    expect((await verify(token)).status).toBe(400);
    await app.pool.query('update users set email = $2 where id = $1', [client.user?.id, email]);
    expect((await verify(token)).status).toBe(200);
    await app.pool.query('update auth_tokens set expires_at = now() where user_id = $1', [client.user?.id]);
    expect((await verify(token)).status).toBe(400);
  });

  it('is confirmed once by a link that is opened twice at the same time', async () => {
    const { client, email } = await person();
    const token = tokenOf(await mailTo(email, 'Confirm your email address'));
    const both = await Promise.all([verify(token), verify(token)]);
    expect(both.map(({ body }) => body)).toEqual([{ email }, { email }]);
    const audit = `select 1 from audit_log where event = 'user_email_verified' and actor_id = $1`;
    expect((await app.pool.query(audit, [client.user?.id])).rowCount).toBe(1);
  });

  it('changes when the link sent to the new one is opened, and the old one is notified', async () => {
    const { client, email } = await person();
    await app.confirmEmail(client);
    const next = `new-${email}`;
    expect((await change(client, next, 'not my password')).body).toMatchObject({
      errors: { password: ['This password is incorrect'] },
    });
    expect((await change(client, email)).status).toBe(400);
    expect(await change(client, next)).toMatchObject({ status: 202, body: { pendingEmail: next } });
    const confirmation = await mailTo(next, 'Confirm your email address');
    const unsent = `select id from pgboss.job where name = 'send-email' and data ->> 'to' = $1 and state <> 'completed'`;
    await expect.poll(async () => (await app.pool.query(unsent, [email])).rowCount).toBe(0);
    await app.pool.query('update users set email_refused_at = now() where id = $1', [client.user?.id]);
    expect(await account(client)).toMatchObject({ email, isEmailRefused: true, pendingEmail: next });
    for (let times = 0; times < 2; times += 1)
      expect((await verify(tokenOf(confirmation))).body).toEqual({ email: next });
    const changed = { email: next, isEmailVerified: true, isEmailRefused: false, pendingEmail: null };
    expect(await account(client)).toMatchObject(changed);
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

  it('of another account can be requested without using up the emails of its owner', async () => {
    const narrow = await createTestApp({ limitFactor: 0.4 });
    const [one, owner] = [narrow.visitor(), narrow.visitor()];
    await one.signUp('student');
    const { email } = await owner.signUp('student');
    for (let tries = 0; tries < 3; tries += 1) expect((await change(one, email)).status).toBe(409);
    expect((await owner.post('/api/email/verification')).status).toBe(202);
    for (const status of [202, 202, 429]) {
      const next = { newEmail: `new-${email}`, password: owner.password };
      expect((await owner.post('/api/email/change', { body: next })).status).toBe(status);
    }
    await narrow.close();
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
