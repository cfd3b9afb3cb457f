import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { transact } from '../../db/transact.ts';
import { holdRequest, type HeldRequest } from '../../testing/held-request.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestClient, TestResponse } from '../../testing/test-client.ts';
import { issueToken } from './auth.tokens.ts';

const NEXT = 'a second long password';
const KEY = 'reset-sent-again';

let app: TestApp;
let node: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  node = await createTestApp({ databaseUrl: app.databaseUrl, publicUrl: app.url });
});
afterAll(async () => {
  await node.close();
  await app.close();
});

/** A browser with an emailed link, and its request: each attempt goes out with the cookies of the first. */
interface Reset {
  owner: TestClient;
  request: HeldRequest;
  send: (url: string) => Promise<TestResponse>;
}
async function member(): Promise<TestClient> {
  const client = app.visitor();
  await client.signUp('student');
  return client;
}
async function begin(owner: TestClient, browser: TestClient, purpose: 'reset' | 'restore'): Promise<Reset> {
  const { id = '', email = '' } = owner.user ?? {};
  const token = await transact(app.em(), (tx) => issueToken(tx, { userId: id, purpose, email }));
  const csrf = { 'csrf-token': await browser.token(), cookie: browser.cookie, origin: app.url };
  const path = purpose === 'reset' ? '/api/password/reset' : '/api/account/restore';
  const request = { path, body: { token, password: NEXT }, headers: { ...csrf, 'idempotency-key': KEY } };
  const send = (url: string) =>
    app
      .visitor()
      .at(url)
      .post(path, { ...request, key: KEY });
  return { owner, request, send };
}

/** Rows that a reset leaves once, of the owner and of all of them. */
async function traces({ owner }: Reset, event: string): Promise<Record<string, number>> {
  const { id, email } = owner.user ?? {};
  const text = `select
    (select count(*) from audit_log where actor_id = $1 and event = $3)::int as entries,
    (select count(*) from notifications where user_id = $1 and type = 'security')::int as notifications,
    (select count(*) from pgboss.job where name = 'send-email' and data->>'to' = $2
      and data->>'template' in ('password-changed', 'account-restored'))::int as emails,
    (select count(*) from known_devices where user_id = $1)::int as devices,
    (select count(*) from sessions where user_id = $1)::int as sessions,
    (select count(*) from auth_tokens where user_id = $1 and purpose in ('reset', 'restore'))::int as links,
    (select count(*) from outbox)::int as unhandled`;
  const read = async () => (await app.pool.query<Record<string, number>>(text, [id, email, event])).rows[0] ?? {};
  return vi.waitFor(async () => {
    const row = await read();
    expect(row['unhandled']).toBe(0);
    return row;
  });
}
const ONCE = { entries: 1, notifications: 1, emails: 1, devices: 1, sessions: 0, links: 0, unhandled: 0 };

const kinds = [
  ['reset', 'authn_password_reset'],
  ['restore', 'user_account_restored'],
] as const;
const browsers: [string, (owner: TestClient) => Promise<TestClient>][] = [
  ['a visitor', async () => app.visitor()],
  ['the owner, signed in', async (owner) => owner],
  ['another member, signed in', () => member()],
];

describe.each(kinds)('a %s of the password that is sent again', (purpose, event) => {
  it.each(browsers)('is carried out once, whichever attempt is first, by %s', async (_who, browserOf) => {
    const owner = await member();
    const one = await begin(owner, await browserOf(owner), purpose);
    const both = await Promise.all([one.send(app.url), one.send(node.url)]);
    expect(both.map(({ status }) => status)).toEqual([204, 204]);
    expect((await one.send(node.url)).status).toBe(204);
    expect(await traces(one, event)).toEqual(ONCE);
  });

  it('is carried out once when the repeat waits for the first attempt', async () => {
    const owner = await member();
    const one = await begin(owner, app.visitor(), purpose);
    const holder = await app.pool.connect();
    await holder.query('begin');
    await holder.query('select 1 from users where id = $1 for update', [owner.user?.id]);
    let isFirstDone = false;
    const waiting = async (): Promise<number> => {
      const text = `select count(*)::int as n from pg_stat_activity where cardinality(pg_blocking_pids(pid)) > 0`;
      return (await app.pool.query<{ n: number }>(text)).rows[0]?.n ?? 0;
    };
    const first = one.send(app.url).finally(() => (isFirstDone = true));
    await vi.waitFor(async () => expect(isFirstDone || (await waiting()) >= 1).toBe(true));
    const repeat = one.send(node.url);
    await vi.waitFor(async () => expect(isFirstDone || (await waiting()) >= 2).toBe(true));
    await holder.query('commit');
    holder.release();
    await Promise.all([first, repeat]);
    expect((await one.send(app.url)).status).toBe(204);
    expect(await traces(one, event)).toEqual(ONCE);
  });

  it('is answered again to a browser that has signed in while it ran', async () => {
    const owner = await member();
    const browser = app.visitor();
    const one = await begin(owner, browser, purpose);
    const first = await holdRequest(app.url, one.request);
    const body = { username: owner.user?.username, password: owner.password };
    expect((await browser.post('/api/login', { body, isLost: true })).status).toBe(200);
    expect(await first.release()).toBe(204);
    expect((await one.send(node.url)).status).toBe(204);
    expect(await traces(one, event)).toMatchObject({ entries: 1, emails: 1, sessions: 0, links: 0 });
  });
});
