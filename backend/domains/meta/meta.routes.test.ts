import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createPool } from '../../db/pool.ts';
import { DOMAIN_EVENT_ATTEMPTS } from '../../domain-events.ts';
import { startFakeClamd } from '../../testing/fake-clamd.ts';
import { findPort } from '../../testing/ports.ts';
import { watchStatements } from '../../testing/statements.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import type { TestResponse } from '../../testing/test-client.ts';
import { checkReady, META, shareResult } from './meta.service.ts';

const watch = watchStatements();

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it('returns that it is live and ready, and its version', async () => {
  const visitor = app.visitor();
  expect((await visitor.get('/api/health/live')).body).toEqual({ status: 'ok' });
  expect((await visitor.get('/api/health/ready')).body).toEqual({
    status: 'ok',
    relay: 'none',
    files: 'ok',
    outbox: 'ok',
  });
  expect((await visitor.get('/api/meta')).body).toMatchObject({
    version: expect.any(String),
    apiLevel: 1,
    minClient: expect.any(String),
  });
});

it('returns the folder with updates of the desktop client only where there is one', async () => {
  expect((await app.visitor().get('/api/meta')).body).not.toHaveProperty('updateFeed');
  const updateFeed = 'https://lyceum.school.example/updates/';
  const offering = await createTestApp({ updateFeed });
  expect((await offering.visitor().get('/api/meta')).body).toMatchObject({ updateFeed });
  await offering.close();
});

it('refuses every request of a client that is too old, except for the versions', async () => {
  const visitor = app.visitor();
  const as = async (version: string, path: string) => {
    const { status, headers, body } = await visitor.get(path, { headers: { 'Lyceum-Client': version } });
    return [status, headers.get('upgrade'), body['code']];
  };
  for (const path of ['/api/user', '/api/csrf-token', '/api/feed', '/api/none'])
    expect(await as('0.0.9', path)).toEqual([426, `lyceum-client/${META.minClient}`, 'UPGRADE_REQUIRED']);
  const attempt = { body: { login: 'x', password: 'y' }, headers: { 'Lyceum-Client': '0.0.9' } };
  expect((await visitor.post('/api/login', attempt)).status).toBe(426);
  expect(await as('0.0.9', '/api/meta')).toEqual([200, null, undefined]);
  for (const version of [META.minClient, '99.0.0'])
    expect(await as(version, '/api/csrf-token')).toEqual([200, null, undefined]);
  expect((await visitor.get('/api/csrf-token')).status).toBe(200);
});

/** Waits until the server checks again, and returns the response of a check with a result. */
async function readyOnce(status: number): Promise<TestResponse> {
  const visitor = app.visitor();
  await expect.poll(async () => (await visitor.get('/api/health/ready')).status).toBe(status);
  return visitor.get('/api/health/ready');
}

it('is not ready while a migration is missing, but live', async () => {
  await app.runAsOwner('alter table schema_migrations rename to set_aside');
  const response = await readyOnce(503);
  expect([response.status, response.body['code']]).toEqual([503, 'UNAVAILABLE']);
  expect(response.headers.get('retry-after')).toBe('2');
  expect((await app.visitor().get('/api/health/live')).status).toBe(200);
  await app.runAsOwner('alter table set_aside rename to schema_migrations');
  await readyOnce(200);
});

it('is not ready while the database has a migration that this version does not know', async () => {
  await app.runAsOwner(`insert into schema_migrations (name, executed_at) values ('Migration20990101000000', now())`);
  const response = await readyOnce(503);
  expect([response.status, response.body['code']]).toEqual([503, 'UNAVAILABLE']);
  await app.runAsOwner(`delete from schema_migrations where name = 'Migration20990101000000'`);
  await readyOnce(200);
});

it('is not ready for some seconds after a write found the disk of the database full', async () => {
  const client = app.visitor();
  await client.signUp('teacher');
  await app.runAsOwner(`create function refuse() returns trigger language plpgsql
    as $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`);
  await app.runAsOwner('create trigger refuse before insert on posts for each row execute function refuse()');
  expect((await client.post('/api/posts', { body: { content: 'No room' } })).status).toBe(503);
  const response = await readyOnce(503);
  expect(response.body).toMatchObject({ code: 'UNAVAILABLE', message: 'The database has no disk space' });
  await app.runAsOwner('drop trigger refuse on posts');
  await readyOnce(200);
  expect((await client.post('/api/posts', { body: { content: 'Room again' } })).status).toBe(201);
});

it('names the services that are unavailable, without their addresses, and stays ready', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-ready-'));
  const at = join(folder, 'clamd.ctl');
  const clamd = await startFakeClamd(at);
  const nowhere = `127.0.0.1:${await findPort()}`;
  const services = {
    iceServers: { stunUrls: [], turnUrls: ['turn:127.0.0.1:3478'], turnSecret: 'secret', credentialMs: 600_000 },
    clamd: `unix:${at}`,
    smtpUrl: `smtp://${nowhere}`,
    s3: { bucket: 'files', endpoint: `http://${nowhere}`, region: 'eu', accessKeyId: 'id', secretAccessKey: 'secret' },
  };
  const other = await createTestApp(services);
  // An event that was tried as often as possible.
  await other.pool.query(
    `insert into outbox (id, name, payload, attempts, created_at)
      values ($1, 'post-counted', '{}', $2, clock_timestamp() - interval '3 hours')`,
    [randomUUID(), DOMAIN_EVENT_ATTEMPTS],
  );
  const response = await other.visitor().get('/api/health/ready');
  expect([response.status, response.body]).toEqual([
    200,
    { status: 'ok', relay: 'configured', files: 'unavailable', scanner: 'ok', email: 'unavailable', outbox: 'late' },
  ]);
  await other.close();
  await clamd.close();
  rmSync(folder, { recursive: true });
});

it('checks once for a flood of requests', async () => {
  const visitor = app.visitor();
  const statements = await watch(async () => {
    const responses = await Promise.all(Array.from({ length: 100 }, () => visitor.get('/api/health/ready')));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  });
  // Two for each check, and one check a second.
  expect(statements.filter((sent) => /ready-probe|pg_current_xact_id/.test(sent)).length).toBeLessThan(20);
});

it('repeats a check, also a failed one, after a second', async () => {
  vi.useFakeTimers();
  let checks = 0;
  const check = shareResult(async () => {
    checks += 1;
    if (checks === 1) throw new Error('not ready');
    return checks;
  });
  const first = await Promise.allSettled([check(), check()]);
  expect(first.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await vi.advanceTimersByTimeAsync(999);
  await expect(check()).rejects.toThrow('not ready');
  await vi.advanceTimersByTimeAsync(1);
  expect(await Promise.all([check(), check()])).toEqual([2, 2]);
  vi.useRealTimers();
});

it('is not ready while one of the ways to the database fails', async () => {
  const broken = createPool('postgresql://lyceum@127.0.0.1:1/none');
  for (const readers of [
    [app.pool, broken],
    [broken, app.em()],
  ])
    await expect(checkReady(readers)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(await checkReady([app.pool, app.em()])).toEqual({ status: 'ok' });
  // A node also serves while Redis is unavailable.
  for (const isUnavailable of [true, false])
    expect(await checkReady([app.pool], { redis: { isUnavailable } })).toEqual({
      status: 'ok',
      redis: isUnavailable ? 'unavailable' : 'ok',
    });
  await broken.end();
});
