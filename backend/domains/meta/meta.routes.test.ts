import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPool } from '../../db/pool.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { checkReady, META } from './meta.service.ts';

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

it('returns that it is live and ready, and its version', async () => {
  const visitor = app.visitor();
  expect((await visitor.get('/api/health/live')).body).toEqual({ status: 'ok' });
  expect((await visitor.get('/api/health/ready')).body).toEqual({ status: 'ok' });
  expect((await visitor.get('/api/meta')).body).toMatchObject({
    version: expect.any(String),
    apiLevel: 1,
    minClient: expect.any(String),
  });
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

it('is not ready while a migration is missing, but live', async () => {
  await app.runAsOwner('alter table schema_migrations rename to set_aside');
  const response = await app.visitor().get('/api/health/ready');
  expect([response.status, response.body['code']]).toEqual([503, 'UNAVAILABLE']);
  expect(response.headers.get('retry-after')).toBe('2');
  await app.runAsOwner('alter table set_aside rename to schema_migrations');
  expect((await app.visitor().get('/api/health/ready')).status).toBe(200);
});

it('is not ready while the database has a migration that this version does not know', async () => {
  await app.runAsOwner(`insert into schema_migrations (name, executed_at) values ('Migration20990101000000', now())`);
  const response = await app.visitor().get('/api/health/ready');
  expect([response.status, response.body['code']]).toEqual([503, 'UNAVAILABLE']);
  await app.runAsOwner(`delete from schema_migrations where name = 'Migration20990101000000'`);
  expect((await app.visitor().get('/api/health/ready')).status).toBe(200);
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
    expect(await checkReady([app.pool], { isUnavailable })).toEqual({
      status: 'ok',
      redis: isUnavailable ? 'unavailable' : 'ok',
    });
  await broken.end();
});
