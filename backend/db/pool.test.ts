import { afterAll, beforeAll, expect, it } from 'vitest';
import { isDatabaseUnavailable } from './availability.ts';
import { openDatabaseLink, type DatabaseLink } from '../testing/database-link.ts';
import { createTestDatabase } from '../testing/database.ts';
import { QUERY_TIMEOUT_MS } from './mikro-orm.config.ts';
import { createPool, query, type Pool } from './pool.ts';

const ONE = { name: 'one', text: 'select 1 as one' };

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let link: DatabaseLink;
let pool: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  link = await openDatabaseLink(database.url);
  pool = createPool(link.url);
});
afterAll(async () => {
  await pool.end();
  link.close();
  await database.drop();
});

it('fails in time on a silent database, as unavailable, and opens a new connection for the next query', async () => {
  expect(await query(pool, ONE)).toEqual([{ one: 1 }]);
  link.silence();
  const startedAt = performance.now();
  const error: unknown = await query(pool, ONE).catch((reason: unknown) => reason);
  expect(isDatabaseUnavailable(error)).toBe(true);
  expect(performance.now() - startedAt).toBeLessThan(2 * QUERY_TIMEOUT_MS);
  expect(await query(pool, ONE)).toEqual([{ one: 1 }]);
});

it('fails the next statement when a connection breaks between two, without ending the process', async () => {
  const client = await pool.connect();
  await client.query('begin');
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const broken = new Promise((resolve) => client.once('end', () => resolve(undefined)));
  await query(pool, { name: 'end-one', text: 'select pg_terminate_backend($1)' }, [rows[0]?.pid]);
  await broken;
  const error: unknown = await client.query('commit').catch((reason: unknown) => reason);
  client.release(true);
  expect(isDatabaseUnavailable(error)).toBe(true);
});
