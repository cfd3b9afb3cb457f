import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isDatabaseAway } from '../http/failures.ts';
import { findFreePort } from '../../tools/postgres.ts';
import { createTestDatabase } from '../testing/database.ts';
import { QUERY_TIMEOUT_MS } from './mikro-orm.config.ts';
import { createPool, query, type Pool } from './pool.ts';

const ONE = { name: 'one', text: 'select 1 as one' };

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: Pool;
let proxy: Server;
const links: [Socket, Socket][] = [];

/** The database behind a cable that can be made silent without being cut. */
beforeAll(async () => {
  database = await createTestDatabase();
  const address = new URL(database.url);
  const [port, host] = [Number(address.port), address.hostname];
  proxy = createServer((near) => {
    const far = connect(port, host);
    near.pipe(far).pipe(near);
    for (const end of [near, far]) end.on('error', () => {});
    links.push([near, far]);
  });
  const proxyPort = await findFreePort(23_000);
  await new Promise<void>((resolve) => proxy.listen(proxyPort, '127.0.0.1', resolve));
  address.port = String(proxyPort);
  pool = createPool(address.href);
});
afterAll(async () => {
  await pool.end();
  for (const end of links.flat()) end.destroy();
  proxy.close();
  await database.drop();
});

it('gives up on a silent database in time, calls it away, and goes on when it speaks again', async () => {
  expect(await query(pool, ONE)).toEqual([{ one: 1 }]);
  for (const [near] of links) near.pause();
  const startedAt = performance.now();
  const error: unknown = await query(pool, ONE).catch((reason: unknown) => reason);
  expect(isDatabaseAway(error)).toBe(true);
  expect(performance.now() - startedAt).toBeLessThan(QUERY_TIMEOUT_MS + 1_000);
  // The silent connection was thrown away; the next query takes a new one.
  expect(await query(pool, ONE)).toEqual([{ one: 1 }]);
});

it("takes a connection that breaks between two statements for the next one's failure, not for the end of the process", async () => {
  const client = await pool.connect();
  await client.query('begin');
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const broken = new Promise((resolve) => client.once('end', () => resolve(undefined)));
  await query(pool, { name: 'end-one', text: 'select pg_terminate_backend($1)' }, [rows[0]?.pid]);
  await broken;
  const error: unknown = await client.query('commit').catch((reason: unknown) => reason);
  client.release(true);
  expect(isDatabaseAway(error)).toBe(true);
});
