import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../testing/database.ts';
import { listUnsafeSettings } from './durability.ts';
import { createPool, type Pool } from './pool.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
const pools: Pool[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(async () => {
  for (const pool of pools) await pool.end();
  await database.drop();
});

it('names the settings by which an acknowledged write could be lost', async () => {
  const pool = createPool(database.url, { max: 1 });
  pools.push(pool);
  // The Postgres of the tests gives up durability for speed.
  expect(await listUnsafeSettings(pool)).toEqual(['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']);
  await pool.query('set synchronous_commit = on');
  expect(await listUnsafeSettings(pool)).toEqual(['fsync=off', 'full_page_writes=off']);
});
