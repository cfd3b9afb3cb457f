import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildUser } from './testing/builders.ts';
import { createTestApp, type TestApp } from './testing/test-app.ts';
import type { TestClient } from './testing/test-client.ts';

/** More than the ten connections of the other reads. */
const REQUESTS = 12;
/** Connections of the pool of expensive reads. */
const AT_ONCE = 4;
const WAITING = `select count(*)::int as count from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock'`;

/** Of one address, of which a turn is left to others. */
const OF_ADDRESS = AT_ONCE - 1;

let app: TestApp;
let client: TestClient;
let otherId = '';
beforeAll(async () => {
  app = await createTestApp();
  client = app.visitor();
  await client.signUp('teacher');
  otherId = (await buildUser(app.em(), { role: 'teacher' })).id;
});
afterAll(() => app.close());

it.each([
  ['the numbers of the directory', 'directory_listings', OF_ADDRESS, () => '/api/students/facets?partner=true'],
  ['the directory as a file', 'directory_listings', AT_ONCE, () => '/api/students/export.csv'],
  ['a search of the catalogue', 'courses', OF_ADDRESS, () => '/api/courses?q=cell'],
  ['a filtered catalogue', 'courses', OF_ADDRESS, () => '/api/courses?contentType=ebook&price=free'],
  ['suggestions', 'suggestion_dismissals', OF_ADDRESS, () => '/api/connections/suggestions'],
  ['mutual connections', 'connections', OF_ADDRESS, () => `/api/connections/mutual/${otherId}`],
  ['what two members have in common', 'connections', OF_ADDRESS, () => `/api/users/${otherId}/mutual`],
])('%s leave the connections of other requests free', async (_name, table, count, path) => {
  const locking = await app.pool.connect();
  try {
    await locking.query(`begin; lock table ${table} in access exclusive mode`);
    const reads = Array.from({ length: REQUESTS }, () => client.get(path()));
    await expect.poll(async () => (await app.pool.query(WAITING)).rows[0].count, { interval: 20 }).toBe(count);
    expect((await client.get('/api/preferences')).status).toBe(200);
    expect((await app.pool.query(WAITING)).rows[0].count).toBe(count);
    await locking.query('rollback');
    await Promise.all(reads);
  } finally {
    locking.release(true);
  }
});
