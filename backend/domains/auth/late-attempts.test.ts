import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { holdRequest } from '../../testing/held-request.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient } from '../../testing/test-client.ts';

const KEY = 'sent-again';

let app: TestApp;
let node: TestApp;
let serial = 0;
beforeAll(async () => {
  app = await createTestApp();
  node = await createTestApp({ databaseUrl: app.databaseUrl, publicUrl: app.url });
});
afterAll(async () => {
  await node.close();
  await app.close();
});

/** One attempt of a sign-in, as the browser sends it again after a lost response. */
interface Attempt {
  path: string;
  body: Record<string, unknown>;
  headers: Record<string, string>;
}
/** A browser before a step of a sign-in, and the step. */
interface Step {
  browser: TestClient;
  attempt: Attempt;
  /** Completes the sign-in with the session of the step. */
  finish: (browser: TestClient) => Promise<unknown>;
  username: string;
}

async function stepOf(browser: TestClient, path: string, body: Record<string, unknown>): Promise<Attempt> {
  const token = await browser.token();
  return {
    path,
    body,
    headers: { 'csrf-token': token, cookie: browser.cookie, origin: app.url, 'idempotency-key': KEY },
  };
}
async function member(): Promise<{ username: string; password: string; client: TestClient }> {
  const client = app.visitor();
  const { username } = await client.signUp('student');
  return { username, password: client.password, client };
}
async function guardedMember() {
  const one = await member();
  await app.confirmEmail(one.client);
  const { body } = await one.client.post('/api/two-factor/setup', { body: { password: one.password } });
  const code = () => new TOTP({ secret: Secret.fromBase32(String(body['secret'])) }).generate();
  expect((await one.client.post('/api/two-factor/enable', { body: { code: code() } })).status).toBe(200);
  await app.pool.query('update two_factor set last_step = 0 where user_id = $1', [one.client.user?.id]);
  return { ...one, code };
}
/** A member who has entered their password in a new browser, and must take another step. */
async function withPassword({ username, password }: { username: string; password: string }): Promise<TestClient> {
  const browser = app.visitor();
  expect((await browser.post('/api/login', { body: { username, password } })).status).toBe(202);
  browser.forgetToken();
  return browser;
}
const nothing = async () => undefined;

const steps: [string, () => Promise<Step>][] = [
  [
    'registration',
    async () => {
      serial += 1;
      const [browser, username] = [app.visitor(), `late${serial}x`];
      const passwords = { password: browser.password, confirmPassword: browser.password };
      const body = { username, email: `${username}@example.org`, fullName: 'Late', role: 'student', ...passwords };
      return { browser, username, attempt: await stepOf(browser, '/api/register', body), finish: nothing };
    },
  ],
  [
    'sign-in',
    async () => {
      const { username, password } = await member();
      const browser = app.visitor();
      return {
        browser,
        username,
        attempt: await stepOf(browser, '/api/login', { username, password }),
        finish: nothing,
      };
    },
  ],
  [
    'password before a code',
    async () => {
      const { username, password, code } = await guardedMember();
      const browser = app.visitor();
      const attempt = await stepOf(browser, '/api/login', { username, password });
      const finish = (from: TestClient) => from.post('/api/login/two-factor', { body: { code: code() } });
      return { browser, username, attempt, finish };
    },
  ],
  [
    'code',
    async () => {
      const one = await guardedMember();
      const browser = await withPassword(one);
      const attempt = await stepOf(browser, '/api/login/two-factor', { code: one.code() });
      return { browser, username: one.username, attempt, finish: nothing };
    },
  ],
  [
    'decision to keep the account',
    async () => {
      const one = await member();
      await one.client.delete('/api/account', { body: { password: one.password } });
      const browser = await withPassword(one);
      return {
        browser,
        username: one.username,
        attempt: await stepOf(browser, '/api/login/keep-account', {}),
        finish: nothing,
      };
    },
  ],
];

const repeat = (browser: TestClient, { path, body, headers }: Attempt) =>
  browser.post(path, { body, headers, key: KEY });
const isSignedIn = async (browser: TestClient) => (await browser.get('/api/user')).status === 200;
/** Every session that the attempts of this browser have started, signed in or not. */
const startedBy = async ({ headers }: Attempt): Promise<number> => {
  const text = `select 1 from sessions where data->>'startedByKey' = $1 and previous_id = (select id from sessions
    where data->>'csrfToken' = $2)`;
  return (await app.pool.query(text, [KEY, headers['csrf-token']])).rows.length;
};

describe.each(steps)('a %s that is sent again', (_what, begin) => {
  it.each([
    ['the same node', () => app.url],
    ['another node', () => node.url],
  ])('keeps the session of the repeat when the first attempt finishes late, at %s', async (_where, urlOf) => {
    const { browser, attempt, finish } = await begin();
    const first = await holdRequest(urlOf(), attempt);
    expect((await repeat(browser, attempt)).status).toBeLessThan(300);
    // The browser has not used its session yet.
    expect(await first.release()).toBe(401);
    browser.forgetToken();
    await finish(browser);
    expect([await isSignedIn(browser), await startedBy(attempt)]).toEqual([true, 1]);
  });

  it('keeps the session of the repeat when the first attempt arrives after its use', async () => {
    const { browser, attempt, finish } = await begin();
    expect((await repeat(browser, attempt)).status).toBeLessThan(300);
    await browser.get('/api/user');
    expect((await repeat(app.visitor().at(node.url), attempt)).status).toBe(401);
    browser.forgetToken();
    await finish(browser);
    expect([await isSignedIn(browser), await startedBy(attempt)]).toEqual([true, 1]);
  });

  it('ends the session of a first attempt whose response was lost', async () => {
    const { browser, attempt, finish } = await begin();
    const lost = app.visitor();
    const first = await repeat(lost, attempt);
    expect(first.status).toBeLessThan(300);
    expect((await repeat(browser, attempt)).status).toBe(first.status);
    browser.forgetToken();
    await finish(browser);
    expect([await isSignedIn(browser), await isSignedIn(lost), await startedBy(attempt)]).toEqual([true, false, 1]);
  });

  it('leaves one session when both attempts run at once, at two nodes', async () => {
    const { browser, attempt, finish } = await begin();
    const other = app.visitor();
    const attempts = [repeat(browser, attempt), repeat(other.at(node.url), attempt)];
    const [best] = (await Promise.all(attempts)).map(({ status }) => status).toSorted();
    expect(best).toBeLessThan(300);
    for (const each of [browser, other]) {
      each.forgetToken();
      await finish(each);
    }
    const signedIn = [await isSignedIn(browser), await isSignedIn(other)].filter(Boolean);
    expect([signedIn.length, await startedBy(attempt)]).toEqual([1, 1]);
  });
});
